/** The network of an imported scenario as a form of advice; the load is the examples'. */

interface Scenario {
  title: string;
  topology: {
    zones: { id: string; region?: string }[];
    stores: { zone: string }[];
    gateways: { id: string; zone: string }[];
    links: {
      cross_zone: { rtt: string };
      between: { zones: [string, string]; rtt: string; jitter?: string }[];
    };
  };
  workload: { from: string; clients: number }[];
}

/** Whose defaults Raft groups have, by the system that an import names. */
const PRODUCTS: Readonly<Record<string, string>> = {
  TiDB: "tikv",
  CockroachDB: "cockroachdb",
  YugabyteDB: "yugabytedb",
  etcd: "etcd",
};

const LOAD = { reads_per_s: 300, writes_per_s: 60, rows_per_read: 4 };

/** The text of a form for a scenario that an import wrote. */
export function adviceFormOf(text: string, system: string): string {
  const { title, topology, workload } = JSON.parse(text) as Scenario;
  const { zones, stores, gateways, links } = topology;
  const clientsAt = (zone: string): number => {
    const here = gateways.filter((gateway) => gateway.zone === zone).map(({ id }) => id);
    const loads = workload.filter(({ from }) => here.includes(from));
    return loads.reduce((sum, { clients }) => sum + clients, 0);
  };
  const across = links.between.filter(({ zones: [a, b] }) => a !== b);
  const form = {
    format: "raft-atlas-advice/1",
    title,
    zones: zones.map(({ id, region }) => ({
      id,
      ...(region === undefined ? {} : { region }),
      stores: stores.filter(({ zone }) => zone === id).length,
      clients: clientsAt(id),
    })),
    links: {
      across_rtt: links.cross_zone.rtt,
      between: across.map(({ zones: pair, rtt, jitter }) => ({
        zones: pair,
        rtt,
        ...(jitter === undefined ? {} : { jitter }),
      })),
    },
    raft: { product: PRODUCTS[system] },
    load: LOAD,
  };
  return `${JSON.stringify(form, null, 2)}\n`;
}
