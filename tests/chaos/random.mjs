/** A small seeded generator (sfc32), so that a schedule can be made again from its seed alone. */
export class Random {
  constructor(seed, stream = "") {
    // FNV-1a over the seed and the name of the stream: streams of one seed are independent.
    let hash = 0x811c9dc5;
    for (const c of `${seed}/${stream}`) hash = Math.imul(hash ^ c.charCodeAt(0), 0x01000193) >>> 0;
    this.state = [hash, hash ^ 0x9e3779b9, ~hash >>> 0, 1];
    for (let i = 0; i < 20; i++) this.next();
  }
  /** 0 <= x < 1 */
  next() {
    const s = this.state;
    const t = (((s[0] + s[1]) | 0) + s[3]) | 0;
    s[3] = (s[3] + 1) | 0;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = (s[2] + (s[2] << 3)) | 0;
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  }
  between(low, high) {
    return low + this.next() * (high - low);
  }
  /** low..high, both included */
  integer(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  chance(share) {
    return this.next() < share;
  }
  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }
  /** `entries`: [[weight, value], …] */
  weighted(entries) {
    let rest = this.next() * entries.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of entries) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return entries.at(-1)[1];
  }
  /** Mean 1. */
  exponential() {
    return -Math.log(1 - this.next());
  }
  hex(bytes) {
    let text = "";
    while (text.length < 2 * bytes) text += Math.floor(this.next() * 65536).toString(16).padStart(4, "0");
    return text.slice(0, 2 * bytes);
  }
}
