/** Scenarios to begin from. */

import { msg, t } from "@/language/words";
import type { Draft } from "./editorStore";

export type TemplateName = "blank" | "empty" | "regions";

const BLANK = `{
  "format": "raft-atlas/1",
  "title": "My scenario",
  "text": "",
  "duration": "30s",
  "speed": 0.2,
  "topology": {
    "zones": [{ "id": "az1" }, { "id": "az2" }, { "id": "az3" }],
    "stores": [
      { "id": "s1", "zone": "az1" },
      { "id": "s2", "zone": "az2" },
      { "id": "s3", "zone": "az3" }
    ],
    "gateways": [{ "id": "g1", "zone": "az1" }]
  },
  "workload": [
    { "id": "puts", "from": "g1", "op": "put", "clients": 1, "think": "200ms" },
    { "id": "gets", "from": "g1", "op": "get", "clients": 1, "think": "200ms" }
  ],
  "actions": []
}
`;

const EMPTY = `{
  "format": "raft-atlas/1",
  "title": "My network",
  "text": "",
  "duration": "30s",
  "speed": 0.2,
  "topology": {
    "zones": [],
    "stores": [],
    "gateways": []
  },
  "workload": []
}
`;

const REGIONS = `{
  "format": "raft-atlas/1",
  "title": "Three regions",
  "text": "Two zones stand in each of three regions, with the delays between them. Each region reads and writes through a gateway of its own.",
  "duration": "60s",
  "speed": 0.1,
  "topology": {
    "zones": [
      { "id": "dublin-a", "region": "eu-west" },
      { "id": "dublin-b", "region": "eu-west" },
      { "id": "virginia-a", "region": "us-east" },
      { "id": "virginia-b", "region": "us-east" },
      { "id": "tokyo-a", "region": "ap-northeast" },
      { "id": "tokyo-b", "region": "ap-northeast" }
    ],
    "stores": [
      { "id": "s1", "zone": "dublin-a" },
      { "id": "s2", "zone": "dublin-b" },
      { "id": "s3", "zone": "virginia-a" },
      { "id": "s4", "zone": "virginia-b" },
      { "id": "s5", "zone": "tokyo-a" },
      { "id": "s6", "zone": "tokyo-b" }
    ],
    "gateways": [
      { "id": "g1", "zone": "dublin-a" },
      { "id": "g2", "zone": "virginia-a" },
      { "id": "g3", "zone": "tokyo-a" }
    ],
    "links": {
      "same_zone": { "rtt": "0.5ms" },
      "cross_zone": { "rtt": "1ms", "jitter": "0.1ms" },
      "between": [
        { "zones": ["dublin-a", "virginia-a"], "rtt": "70ms" },
        { "zones": ["dublin-a", "virginia-b"], "rtt": "70ms" },
        { "zones": ["dublin-b", "virginia-a"], "rtt": "70ms" },
        { "zones": ["dublin-b", "virginia-b"], "rtt": "70ms" },
        { "zones": ["dublin-a", "tokyo-a"], "rtt": "200ms" },
        { "zones": ["dublin-a", "tokyo-b"], "rtt": "200ms" },
        { "zones": ["dublin-b", "tokyo-a"], "rtt": "200ms" },
        { "zones": ["dublin-b", "tokyo-b"], "rtt": "200ms" },
        { "zones": ["virginia-a", "tokyo-a"], "rtt": "150ms" },
        { "zones": ["virginia-a", "tokyo-b"], "rtt": "150ms" },
        { "zones": ["virginia-b", "tokyo-a"], "rtt": "150ms" },
        { "zones": ["virginia-b", "tokyo-b"], "rtt": "150ms" }
      ],
      "prices": "aws"
    }
  },
  "data": { "ranges": 3, "replicas": 5, "leaders": ["s1", "s3", "s5"] },
  "workload": [
    { "id": "puts-eu", "from": "g1", "op": "put", "clients": 1, "think": "200ms" },
    { "id": "gets-us", "from": "g2", "op": "get", "clients": 1, "think": "200ms" },
    { "id": "gets-ap", "from": "g3", "op": "get", "clients": 1, "think": "200ms" }
  ],
  "variants": {
    "leader": {
      "title": "Read at the leader",
      "text": "Every read goes to the leader of its range.",
      "settings": { "read_mode": "leader" }
    },
    "follower": {
      "title": "Read nearby",
      "text": "Each region reads its own copy, which asks the leader how far it must have got.",
      "settings": { "read_mode": "follower" }
    }
  }
}
`;

const TEMPLATES: Record<TemplateName, { name: string; text: string }> = {
  blank: { name: msg("my scenario.json"), text: BLANK },
  empty: { name: msg("my network.json"), text: EMPTY },
  regions: { name: msg("three regions.json"), text: REGIONS },
};

/** What a template says, each text whole between its quotes. */
const SAID = [
  msg("My scenario"),
  msg("My network"),
  msg("Three regions"),
  msg(
    "Two zones stand in each of three regions, with the delays between them. Each region reads and writes through a gateway of its own.",
  ),
  msg("Read at the leader"),
  msg("Every read goes to the leader of its range."),
  msg("Read nearby"),
  msg("Each region reads its own copy, which asks the leader how far it must have got."),
];

/** What nobody has changed yet would not be lost. */
export function draftOfTemplate(template: TemplateName): Draft {
  const { name, text: english } = TEMPLATES[template];
  const inQuotes = JSON.stringify;
  const text = SAID.reduce((all, one) => all.replace(inQuotes(one), inQuotes(t(one))), english);
  return { name: t(name), text, base: text };
}
