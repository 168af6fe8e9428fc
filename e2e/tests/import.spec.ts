/** Import in the page: the files of a real cluster become a run, or are told what is wrong with them. */

import type { Locator } from "@playwright/test";

import { keepsTheRules, LOOKS, look, moreInChinese, picture } from "../dialogs";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const TIUP = `server_configs:
  pd:
    replication.location-labels: ["zone", "host"]
    replication.max-replicas: 3
monitoring_servers:
  - host: 10.0.0.9
tikv_servers:
  - host: 10.0.0.1
    config:
      server.labels: { zone: "north", host: "1" }
  - host: 10.0.0.2
    config:
      server.labels: { zone: "south", host: "2" }
  - host: 10.0.0.3
    config:
      server.labels: { zone: "west", host: "3" }
`;

const BROKEN = TIUP.replace('zone: "north", host: "1"', 'zone: "north", host: "1');

const PLANETS = ["mars", "venus", "earth"]
  .map((at) => `cockroach start --store=${at} --locality=region=${at},zone=${at}-a`)
  .join("\n");

const PING = `PING 10.0.0.2 (10.0.0.2) 56(84) bytes of data.
64 bytes from 10.0.0.2: icmp_seq=1 ttl=58 time=12.1 ms

--- 10.0.0.2 ping statistics ---
10 packets transmitted, 10 received, 0% packet loss, time 9013ms
rtt min/avg/max/mdev = 12.000/12.400/13.100/0.300 ms
`;

function given(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

async function dropFiles(on: Locator, files: Record<string, string>): Promise<void> {
  const transfer = await on.page().evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(all)) data.items.add(new File([text], name));
    return data;
  }, files);
  await on.dispatchEvent("drop", { dataTransfer: transfer });
}

async function openImport(atlas: AtlasPage): Promise<Locator> {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Import…");
  return atlas.dialog("Import");
}

async function openTiup(atlas: AtlasPage): Promise<Locator> {
  const dialog = await openImport(atlas);
  await dialog.getByLabel("Files of the cluster").setInputFiles(given("tiup.yaml", TIUP));
  await expect(dialog.getByRole("status")).toHaveText(/^A TiDB cluster: \d+ understood/);
  return dialog;
}

test("a file of a cluster is told in notes with their lines, and opens as a run", async ({
  atlas,
  page,
}) => {
  const dialog = await openTiup(atlas);
  const understood = dialog.getByRole("region", { name: "Understood" });
  await expect(understood.getByText("tiup.yaml:8")).toBeVisible();
  await expect(understood).toContainText("a store in zone north");
  const unused = dialog.getByRole("region", { name: "Not used" });
  await expect(unused).toContainText("monitoring_servers");
  await expect(dialog.getByRole("region", { name: "Assumed" })).toContainText("1ms between north");
  const keys = dialog.getByRole("table", { name: "The same keys in TiDB" });
  await expect(keys.getByRole("row", { name: "data.replicas" })).toContainText(
    "PD replication.max-replicas",
  );
  const open = dialog.getByRole("button", { name: "Open as a run" });
  await atlas.tabTo(open);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(atlas.title).toHaveText("Your TiDB cluster");
  for (const zone of ["north", "south", "west"])
    await expect(atlas.map.getByText(zone, { exact: true }).first()).toBeVisible();
});

test("a broken file is told with its place, and so is a round trip that nobody knows", async ({
  atlas,
}) => {
  const dialog = await openImport(atlas);
  await dialog.getByLabel("Files of the cluster").setInputFiles(given("broken.yaml", BROKEN));
  const wrong = dialog.getByRole("region", { name: "What is wrong" });
  await expect(wrong).toContainText(/broken\.yaml:\d+found text that is no YAML or JSON/);
  await expect(dialog.getByRole("button", { name: "Open as a run" })).toHaveCount(0);
  await keepsTheRules(atlas, dialog);
  await dialog.getByRole("button", { name: "Remove broken.yaml" }).click();
  await expect(wrong).toHaveCount(0);
  await dialog.getByLabel("Or paste one file").fill(PLANETS);
  await expect(wrong.getByRole("listitem")).toHaveCount(3);
  await expect(wrong).toContainText("The round trip between mars and venus is not known");
  await dialog.getByLabel("Round trip between mars and venus").fill("7");
  await dialog.getByLabel("Round trip between mars and earth").fill("8");
  await expect(wrong.getByRole("listitem")).toHaveCount(1);
  await dialog.getByLabel("Round trip between venus and earth").fill("9 ms");
  await expect(dialog.getByRole("status")).toHaveText(/^A CockroachDB cluster: /);
  await expect(dialog.getByRole("region", { name: "Understood" })).toContainText(
    "9ms between venus-a and earth-a",
  );
});

test("what ping printed is a measurement once its two places are typed", async ({ atlas }) => {
  const dialog = await openTiup(atlas);
  await dialog.getByLabel("Files with round trips").setInputFiles(given("ping.txt", PING));
  await expect(dialog.getByRole("region", { name: "What is wrong" })).toContainText(
    "does not say between which zones",
  );
  const ping = dialog.getByRole("listitem").filter({ hasText: "ping.txt" });
  await ping.getByLabel("From").fill("north");
  await ping.getByLabel("To", { exact: true }).fill("south");
  await expect(dialog.getByRole("region", { name: "Understood" })).toContainText(
    "12ms between north and south",
  );
});

test("a file of a cluster that is dropped on the page leads to the import", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.dropFile("tiup.yaml", TIUP);
  const dialog = atlas.dialog("Import");
  await expect(dialog.getByRole("status")).toHaveText(/^A TiDB cluster: /);
  await expect(dialog.getByRole("button", { name: "Remove tiup.yaml" })).toBeVisible();
});

test("files that are dropped together are taken for what they contain", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await dropFiles(atlas.map, { "tiup.yaml": TIUP, "pairs.csv": "from,to,rtt_ms\nnorth,south,9\n" });
  const dialog = atlas.dialog("Import");
  await expect(dialog.getByRole("region", { name: "Understood" })).toContainText(
    "9ms between north and south",
  );
  await dropFiles(dialog.getByRole("group", { name: "The cluster" }), { "ping.txt": PING });
  const measured = dialog.getByRole("list", { name: "Round trips" });
  await expect(measured.getByRole("listitem")).toHaveText([/pairs\.csv/, /ping\.txt/]);
});

test("the network of a cluster is drawn in the builder, and taken for advice", async ({
  atlas,
  page,
}) => {
  const dialog = await openTiup(atlas);
  await dialog.getByRole("button", { name: "Which setting for my network?" }).click();
  const advice = atlas.dialog("Which setting for my network?");
  await expect(advice.getByLabel("Name of zone 3")).toHaveValue("west");
  await expect(advice.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await atlas.more("Import…");
  await dialog.getByRole("button", { name: "Open in the builder" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("tidb-cluster.json");
  await expect(page.getByTestId("builder")).toContainText("west");
});

for (const of of LOOKS) {
  const tag = of.theme === "light" && of.width < 400 ? [] : "@long";
  test(`it keeps the rules of accessibility, ${of.theme}, ${of.width} wide`, {
    tag,
  }, async ({ atlas }) => {
    await look(atlas, of);
    const dialog = await openTiup(atlas);
    await picture(atlas, "import", of);
    await dialog.getByLabel("Files with round trips").setInputFiles(given("ping.txt", PING));
    await dialog.getByLabel("From").fill("north");
    await dialog.getByLabel("To", { exact: true }).fill("south");
    await dialog.getByLabel("Or paste one file").fill(PLANETS);
    await expect(dialog.getByRole("region", { name: "What is wrong" })).toBeVisible();
    await picture(atlas, "import-wrong", of);
    await dialog.getByLabel("Or paste one file").fill("");
    const keys = dialog.getByRole("table", { name: "The same keys in TiDB" });
    await expect(keys).toBeVisible();
    await keepsTheRules(atlas, dialog);
    expect(
      await keys.evaluate((table) => {
        const around = table.parentElement ?? table;
        return around.scrollWidth > around.clientWidth;
      }),
    ).toBe(false);
    await keys.evaluate((table) => table.scrollIntoView());
    await picture(atlas, "import-keys", of);
  });
}

for (const of of LOOKS.filter(({ theme }) => theme === "dark")) {
  test(`it is read in Chinese, ${of.width} wide`, { tag: "@long" }, async ({ atlas }) => {
    await look(atlas, of);
    await moreInChinese(atlas, "导入…");
    const dialog = atlas.dialog("导入");
    await dialog.getByLabel("或粘贴一个文件的内容").fill(PLANETS);
    await expect(dialog.getByLabel("mars 与 venus 之间的往返")).toBeVisible();
    await picture(atlas, "import-zh", of);
    await dialog.getByLabel("或粘贴一个文件的内容").fill(TIUP);
    await expect(dialog.getByRole("status")).toHaveText(/^TiDB 集群：/);
    await keepsTheRules(atlas, dialog);
  });
}
