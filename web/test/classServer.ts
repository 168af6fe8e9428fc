/** A real nats-server for a test, and the ways of a teacher and of students to it. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { Hearing } from "@/classroom/hearing";
import { newStudentId, subjectsOf } from "@/classroom/protocol";
import { Saying } from "@/classroom/saying";
import { Wire } from "@/classroom/wire";
import { ClassServer, newClass } from "../../tools/class-server.mjs";
import { natsServer } from "../../tools/nats-server.mjs";

// Node 20 has none of its own.
Object.assign(globalThis, { WebSocket });

export class TestClass {
  readonly made = newClass();
  private readonly folder: string;
  readonly server: ClassServer;
  private readonly wires: Wire[] = [];

  private constructor(folder: string, made: TestClass["made"], server: ClassServer) {
    this.folder = folder;
    this.made = made;
    this.server = server;
  }

  static async open(): Promise<TestClass> {
    const folder = await mkdtemp(join(tmpdir(), "raft-atlas-class-"));
    const made = newClass();
    const server = await ClassServer.prepare({ program: await natsServer(), folder, ...made });
    await server.start();
    return new TestClass(folder, made, server);
  }

  async wire(token: string | null, changed: (isThere: boolean) => void = () => {}): Promise<Wire> {
    const address = `ws://127.0.0.1:${this.server.wsPort}/class`;
    const seat = newStudentId();
    const wire = await Wire.open({ address, code: this.made.code, token, seat, changed });
    this.wires.push(wire);
    return wire;
  }

  async teacher(overtaken = () => {}): Promise<{ wire: Wire; saying: Saying }> {
    const wire = await this.wire(this.made.token);
    await wire.prepare();
    const lastSeq = (await wire.last(subjectsOf(this.made.code).do))?.seq ?? 0;
    const saying = new Saying(
      wire,
      {
        later: (callback, ms) => void setTimeout(callback, ms),
        nonce: newStudentId().slice(0, 8),
        refused: (why) => {
          throw new Error(why);
        },
        lacking: () => {},
        overtaken,
        waits: () => {},
      },
      lastSeq,
    );
    return { wire, saying };
  }

  async student(changed: () => void = () => {}): Promise<{ wire: Wire; hearing: Hearing }> {
    let hearing: Hearing | undefined;
    const wire = await this.wire(null, (isThere) => {
      if (isThere) void hearing?.catchUp();
    });
    hearing = new Hearing(wire, { changed });
    await hearing.begin();
    return { wire, hearing };
  }

  async close(): Promise<void> {
    await Promise.all(this.wires.map((wire) => wire.close()));
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
