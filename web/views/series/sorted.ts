/** Numbers in their order, to which more are added: what came before is not sorted again. Pure. */

const ROOM = 1_024;

export class Sorted {
  private values = new Float64Array(ROOM);
  count = 0;

  /** Takes these in; they are put into their order on the way. */
  add(more: Float64Array): void {
    if (more.length === 0) return;
    more.sort();
    const count = this.count + more.length;
    if (count > this.values.length) {
      const wider = new Float64Array(count + (count >> 1));
      wider.set(this.values.subarray(0, this.count));
      this.values = wider;
    }
    const { values } = this;
    // From the largest down, so that nothing is overwritten before it has moved.
    let old = this.count - 1;
    let place = count - 1;
    for (let next = more.length - 1; next >= 0; place -= 1) {
      const fresh = more[next] ?? 0;
      const known = old >= 0 ? (values[old] ?? 0) : Number.NEGATIVE_INFINITY;
      if (known > fresh) old -= 1;
      else next -= 1;
      values[place] = Math.max(known, fresh);
    }
    this.count = count;
  }

  /** By rank, as reports have it; undefined without any. */
  at(share: number): number | undefined {
    return this.count === 0 ? undefined : this.values[Math.ceil(share * this.count) - 1];
  }
}
