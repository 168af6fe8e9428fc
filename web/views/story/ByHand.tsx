/**
 * One request by hand: from a chosen gateway, for a chosen key or several.
 */

import { useState } from "react";
import type { ReadMode } from "@/engine/types";
import { t, told } from "@/language/words";
import { apart, namedAction } from "@/model/keyList";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { FieldRow, NumberField, SelectField } from "@/ui/Fields";
import { KeysForm } from "@/ui/KeysForm";
import { lastKey } from "./places";

const SCAN_ROWS_MAX = 10_000;

export function ByHand() {
  const gateways = useSim((state) => state.world?.nodes.filter((n) => n.kind === "gateway") ?? []);
  const keyMax = useSim((state) => (state.world === null ? 0 : lastKey(state.world)));
  const zones = useSim((state) => state.world?.zones ?? []);
  const [chosen, setChosen] = useState("");
  const [key, setKey] = useState(0);
  const [rows, setRows] = useState(100);
  const timed = useSim((state) => (state.frame?.settings.timestamps ?? "none") !== "none");
  const modes = useSim((state) => state.world?.read_modes ?? []);
  const [mode, setMode] = useState<ReadMode | "">("");
  const from = gateways.find(({ id }) => id === chosen)?.id ?? gateways[0]?.id;
  if (from === undefined) return null;
  const own = mode === "" ? {} : { read_mode: mode };
  const options = gateways.map(({ id, zone }) => ({
    value: id,
    label: t("{id} in {zone}", { id, zone: zones[zone]?.id ?? "?" }),
  }));
  return (
    <>
      <SelectField label={t("From gateway")} options={options} value={from} onChange={setChosen} />
      <FieldRow>
        <NumberField
          label={t("Key")}
          value={Math.min(key, keyMax)}
          min={0}
          max={keyMax}
          onChange={setKey}
        />
        <NumberField
          label={t("Rows of a scan")}
          value={rows}
          min={1}
          max={SCAN_ROWS_MAX}
          onChange={setRows}
        />
      </FieldRow>
      <SelectField
        label={t("Read mode")}
        options={[
          { value: "" as const, label: t("As set above") },
          ...modes.map(({ id, label }) => ({ value: id, label: told(label) })),
        ]}
        value={mode}
        onChange={setMode}
      />
      <div className="row wrap">
        <Button onClick={() => void sim.act({ do: "get", from, key, ...own })}>{t("Get")}</Button>
        <Button onClick={() => void sim.act({ do: "put", from, key })}>{t("Put")}</Button>
        <Button onClick={() => void sim.act({ do: "scan", from, key, rows, ...own })}>
          {t("Scan")}
        </Button>
      </div>
      <KeysForm
        lastKey={keyMax}
        timed={timed}
        first={apart(keyMax)}
        onSend={(verb, keys) => void sim.send(namedAction(verb, from, keys, own))}
      />
      <p className="hint">{t("Its path and outcome appear under Requests.")}</p>
    </>
  );
}
