/** The texts of the page's own scenarios, from files beside the page. */

import { textsOf } from "@/language/speaking";
import { t } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";
import { challengeIn, fetchChallengeRun } from "./challenges";
import { fetchScenarioList } from "./scenarioList";
import { SCENARIO_BYTES_MAX, type ScenarioSource } from "./session";

const FOLDER = "./scenarios";
/** Ids of the track record’s runs, which no list of the page has. */
const FIELD = /^field\.([\w-]+)$/;

export async function fetchScenario(id: string): Promise<Fetched<string>> {
  const challenge = challengeIn(id);
  if (challenge !== null) return fetchChallengeRun(challenge, fetchScenario);
  const field = FIELD.exec(id);
  if (field !== null) {
    await textsOf("field");
    return fetchText(`./field/${field[1]}.json`);
  }
  const list = await fetchScenarioList();
  if (!list.ok) return list;
  const listed = list.value.find((scenario) => scenario.id === id);
  if (listed === undefined) {
    const known = list.value.map((scenario) => scenario.id).join(t(", "));
    return {
      ok: false,
      message: t('There is no scenario "{id}" here. There are: {known}.', { id, known }),
    };
  }
  return fetchText(`${FOLDER}/${listed.file}`);
}

/** The text of a scenario, wherever it comes from. */
export async function textOf(
  source: ScenarioSource,
  fetchBuiltin: (id: string) => Promise<Fetched<string>> = fetchScenario,
): Promise<Fetched<string>> {
  if (source.kind === "builtin") return fetchBuiltin(source.id);
  if (source.text.length <= SCENARIO_BYTES_MAX) return { ok: true, value: source.text };
  return { ok: false, message: t("The file is larger than 2 MB. Scenarios are small JSON files.") };
}
