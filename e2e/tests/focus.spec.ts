/** One focus: what is pointed at anywhere stands out wherever it is shown. */

import { expect, test } from "../fixtures";

test("a message on the map says what it is to who points at it, and is chosen by a press", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  const flying = async () => (await atlas.frame()).flights;
  while ((await flying()).count === 0) await atlas.step();
  const [id = 0] = Object.values((await flying()).id);
  await atlas.select({ message: id });
  const tip = page.getByTestId("message-tip");
  const words = await tip.innerText();
  const place = await tip.getAttribute("data-at");
  const [x = 0, y = 0] = (place ?? "").split(" ").map(Number);
  await atlas.select(null);
  await expect(tip).toHaveCount(0);

  const map = await page.locator("[data-map]").first().boundingBox();
  await page.mouse.move((map?.x ?? 0) + x, (map?.y ?? 0) + y);
  await expect(tip).toHaveText(words.replace("\n", ""));
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await expect(tip).toHaveText(words.replace("\n", ""));
});

test("a kind of bytes that is pointed at stands out in the lanes", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(6_000_000);
  const layer = page.locator("path[data-kind]");
  const faint = page.locator("path[data-kind][opacity]");
  const inside = await layer.first().evaluate(placeInside);
  await page.mouse.move(inside.x, inside.y);
  await expect(faint).not.toHaveCount(0);
  await atlas.title.hover();
  await expect(faint).toHaveCount(0);
});

test("a link that is pointed at in the table of zones stands out on the map", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.openView("Metrics");
  const road = page.locator('[data-pointed="true"]');
  await expect(road).toHaveCount(0);
  const table = page.getByRole("table", { name: /rows send, columns receive/ });
  // The first cell is the corner, the second the first zone to itself.
  const across = table.getByRole("cell").nth(2);
  await across.hover();
  await expect(road).toHaveCount(1);
  await atlas.title.hover();
  await expect(road).toHaveCount(0);
});

test("a request's dot that is pointed at shows its way on the map, however long ago it was", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(20_000_000);
  const known = (await atlas.frame()).requests.map(({ id }) => id);
  const dots = await page.locator('[data-lane="requests"] canvas').boundingBox();
  if (dots === null) throw new Error("The lane has no dots.");
  const ring = page.locator('[data-lane="requests"] [data-request]');
  // A twelfth of a minute from the start.
  const x = dots.x + dots.width / 12;
  for (let y = 2; y < dots.height && (await ring.count()) === 0; y += 6)
    await page.mouse.move(x, dots.y + y);
  const request = Number(await ring.getAttribute("data-request"));
  expect(known).not.toContain(request);
  await expect(page.locator("[data-way]")).toHaveAttribute("data-way", `${request}`);
  await atlas.title.hover();
  await expect(page.locator("[data-way]")).toHaveCount(0);
});

test("a request of the list shows its way on the map and its dot by pointer and by focus", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(6_000_000);
  await atlas.openView("Requests");
  const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^get/ }) });
  const request = await row.first().getAttribute("data-request");
  const way = page.locator("[data-way]");
  await row.first().hover();
  await expect(way).toHaveAttribute("data-way", request ?? "");
  await atlas.title.hover();
  await expect(way).toHaveCount(0);
  await row.first().getByRole("button").focus();
  await expect(way).toHaveAttribute("data-way", request ?? "");
});

/** Runs in the page: a place of the screen that lies in this shape. */
function placeInside(element: Element): { x: number; y: number } {
  const shape = element as SVGPathElement;
  const box = shape.getBBox();
  const screen = shape.getScreenCTM();
  if (screen === null) throw new Error("It is not drawn.");
  for (let i = 1; i < 200; i += 1) {
    for (let j = 1; j < 50; j += 1) {
      const place = new DOMPoint(box.x + (box.width * i) / 200, box.y + (box.height * j) / 50);
      if (shape.isPointInFill(place)) return place.matrixTransform(screen);
    }
  }
  throw new Error("It has no inside.");
}
