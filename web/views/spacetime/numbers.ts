/** A list of numbers that grows. */
export class Numbers {
  values = new Float32Array(64);
  length = 0;

  push3(a: number, b: number, c: number): void {
    this.room(3);
    this.values[this.length++] = a;
    this.values[this.length++] = b;
    this.values[this.length++] = c;
  }

  push4(a: number, b: number, c: number, d: number): void {
    this.room(4);
    const { values } = this;
    const at = this.length;
    values[at] = a;
    values[at + 1] = b;
    values[at + 2] = c;
    values[at + 3] = d;
    this.length = at + 4;
  }

  private room(more: number): void {
    if (this.length + more <= this.values.length) return;
    const wider = new Float32Array(this.values.length * 2);
    wider.set(this.values);
    this.values = wider;
  }
}
