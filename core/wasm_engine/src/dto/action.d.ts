/** Actions as files hold them: made from their schema (core/documents) by a test of core/run. */

/** Something that a person or a scenario does to the world. A place is a zone, store or gateway. */
export type Action =
  /** Messages between two places are lost; with `one_way` only those from `from` to `to`. */
  | {
      do: "cut";
      /** Sender's side. */
      from: string;
      /** Leave the other direction alone. */
      one_way?: boolean;
      /** Receiver's side. */
      to: string;
    }
  /** Nothing enters or leaves the place. */
  | {
      do: "isolate";
      /** The place. */
      place: string;
    }
  /** Makes the link between two places worse; with `one_way` only from `from` to `to`. */
  | {
      do: "degrade";
      /** Cap of the bandwidth. */
      bandwidth?: string;
      /** Added to the one-way delay. */
      delay?: string;
      /** Sender's side. */
      from: string;
      /** Added to the bound of the jitter. */
      jitter?: string;
      /**
       * Chance that a packet is lost, besides the link's own. TCP sends it again: at once when
       * three later packets tell of it, else after the retransmission timeout; what follows on
       * its connection waits. So it shows as delay.
       */
      loss?: number;
      /** Leave the other direction alone. */
      one_way?: boolean;
      /** Receiver's side. */
      to: string;
      /**
       * Chance that a whole message vanishes, besides the link's own: no TCP, nothing below
       * Raft sends it again.
       */
      vanish?: number;
    }
  /** Ends one standing fault, or every fault of the network. */
  | {
      do: "heal";
      /** The fault's id, e.g. `cut:az1:az2`, `cut:az1:az2:one-way`, `isolate:az1`, `crash:s1`. */
      fault?: string;
    }
  /**
   * The store loses power: memory, the unsynced tail of its disk, and what is under way to it
   * or from it are gone. Others learn it as from a machine that answers for its dead process:
   * connections are refused one delay later. Rows that were applied stay, because a store
   * whose rows went back would apply the same entries again before it answers. Or the gateway's
   * process ends: what it knew of requests and transactions is gone, and so is what is under
   * way to it; what it had sent still arrives.
   */
  | {
      do: "crash";
      /** The store or gateway. */
      store: string;
    }
  /** A crashed store starts again from its disk, a crashed gateway from nothing. */
  | {
      do: "restart";
      /** The store or gateway. */
      store: string;
    }
  /** The store's process stops; its clock and its connections do not. */
  | {
      do: "pause";
      /** The store. */
      store: string;
    }
  /** A paused process goes on. */
  | {
      do: "resume";
      /** The store. */
      store: string;
    }
  /** The store's replica starts an election now, unless its vote is promised to a leader. */
  | {
      do: "campaign";
      /** The range. */
      range?: number;
      /** The store. */
      store: string;
    }
  /** The leader hands leadership to the store's replica. */
  | {
      do: "transfer";
      /** The range. */
      range?: number;
      /** The store that shall lead. */
      to: string;
    }
  /** A range gets a replica on the store: a learner that becomes a voter when it has caught up. */
  | {
      do: "add_replica";
      /** It stays a learner: it gets the log and has no vote. */
      learner?: boolean;
      /** The range. */
      range?: number;
      /** The store. */
      store: string;
    }
  /** A range loses its replica on the store. */
  | {
      do: "remove_replica";
      /** The range. */
      range?: number;
      /** The store. */
      store: string;
    }
  /** A range gets a replica on one store in place of one on another, by joint consensus. */
  | {
      do: "move_replica";
      /** The store that loses it. */
      from: string;
      /** The range. */
      range?: number;
      /** The store that gets it. */
      to: string;
    }
  /** A range becomes two. The new one has the next number that is free. */
  | {
      do: "split";
      /** First key of the new range. */
      key: number;
      /** The range. */
      range?: number;
    }
  /** A range goes into a neighbour that has its replicas on the same stores. */
  | {
      do: "merge";
      /** The range that stays. */
      into: number;
      /** The range that goes. */
      range: number;
    }
  /** Reads one row. */
  | {
      do: "get";
      /** A gateway, or a zone for its first gateway. */
      from: string;
      /** The key. */
      key: number;
      /** A read mode of its own. */
      read_mode?: ReadMode;
    }
  /** Writes one row. */
  | {
      do: "put";
      /** Length of the value; 8 at least. */
      bytes?: number;
      /** A gateway, or a zone for its first gateway. */
      from: string;
      /** The key. */
      key: number;
    }
  /** Reads neighbouring rows. */
  | {
      do: "scan";
      /** A gateway, or a zone for its first gateway. */
      from: string;
      /** First key. */
      key: number;
      /** A read mode of its own. */
      read_mode?: ReadMode;
      /** How many rows. */
      rows: number;
    }
  /** Reads rows that lie apart: at one time where there are timestamps, else one after the other. */
  | {
      do: "statement";
      /** A gateway, or a zone for its first gateway. */
      from: string;
      /** The keys, each once; 6 at most. */
      keys: number[];
      /** A read mode of its own. */
      read_mode?: ReadMode;
    }
  /** Writes rows that lie apart, all or none, without reading them. Needs timestamps. */
  | {
      do: "insert";
      /** Length of each value; 8 at least. */
      bytes?: number;
      /** A gateway, or a zone for its first gateway. */
      from: string;
      /** The keys, each once; 6 at most. */
      keys: number[];
    }
  /** Reads rows that lie apart at one time, then writes them all or none. Needs timestamps. */
  | {
      do: "update";
      /** Length of each value; 8 at least. */
      bytes?: number;
      /** A gateway, or a zone for its first gateway. */
      from: string;
      /** The keys, each once; 6 at most. */
      keys: number[];
    }
  /** A workload starts. */
  | {
      do: "start";
      /** The workload. */
      workload: string;
    }
  /** A workload stops. */
  | {
      do: "stop";
      /** The workload. */
      workload: string;
    }
  /** Changes switches. */
  | {
      do: "set";
      /** What is left out keeps its value. */
      settings: Partial<Settings> & { count_framing?: boolean };
    }
  /** A machine, a link, a load or a cost has another size from now on. */
  | {
      do: "resize";
      /**
       * Of a store, gateway, balancer or host; of a link, written `from>to` with two zones, or
       * one twice; of a workload; or of a piece of work: `request`, `row`, `message`, `apply`,
       * `parse`, `plan`, `execute`, `balance`, `packet`.
       */
      of: string;
      /** Its new size. */
      to: number | string;
      /** What of it. */
      what: Tunable;
    }
  /** Removes a message that is in flight. */
  | {
      do: "drop";
      /** Number of the message. */
      message: number;
    }
  /** Flips a bit of a Raft message that is in flight. */
  | {
      do: "corrupt";
      /** Number of the message. */
      message: number;
    }
  /** Flips a bit in each of the next appends with entries. */
  | {
      do: "corrupt_next";
      /** Sender's side. */
      from: string;
      /** How many appends. */
      messages?: number;
      /** Receiver's side. */
      to: string;
    }
  /** The clock of a store or a gateway runs at another rate from now on. */
  | {
      do: "set_clock";
      /** Microseconds that it gains per second; negative: that it loses. */
      drift_ppm: number;
      /** The store or gateway. */
      store: string;
    }
  /** Another future of the run: from now on chance is drawn from another stream. */
  | {
      do: "redraw";
      /** What is drawn anew; everything if it is left out. */
      of?: ("network" | "elections" | "arrivals" | "service")[];
      /** Number of the stream. The run's own has none. */
      stream: number;
    };
