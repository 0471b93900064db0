/** Text that programs get wrong, each kind without end; none of it is a secret. */
const KINDS: Readonly<Record<string, (index: number) => string>> = {
  emoji: (index) => `${index} 👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🇨🇭🇯🇵👍🏿❤️‍🔥🫠1️⃣ \n`,
  'Chinese, Japanese and Korean': (index) =>
    `${index}。漢字とかな交じり文、한국어 문장도 있다。𠮷野家で𩸽を食べた。\r\n`,
  'right-to-left': (index) =>
    `${index} שלום עולם \u202eabc\u202c مرحبا بالعالم \u2067۱۲۳\u2069 ‏\u200f\u200e\t\n`,
  'quotes and SQL': (index) =>
    `${index}'); DROP TABLE records; -- " \` \\ %s \${x} {{y}} 'OR''1'='1 NULL \\u0041 \\n\n`,
  paths: (index) =>
    `${index} ../../../../etc/passwd ..\\..\\windows\\win.ini %2e%2e%2f C:\\ ~/../.. /dev/null file://../x\n`,
  'marks and oddities': (index) =>
    `${index} e\u0301 é \u00a0\u2003\u200b\ufeff Z̷̧̢a̵l̴g̸o̶ \u2028\u2029\u0085\v\f\u001b[31m <b>&amp;</b> \u0001\u007f ﷽\n`,
};

export interface Sample {
  readonly kind: string;
  /** So many bytes of UTF-8 or a little less, and no more UTF-16 units than a text may have. */
  ofBytes(bytes: number): string;
}

function fillUp(piece: (index: number) => string, bytes: number): string {
  let text = '';
  let size = 0;
  for (let index = 0; ; index += 1) {
    const next = piece(index);
    size += Buffer.byteLength(next);
    if (size > bytes) return text;
    text += next;
  }
}

export const SAMPLES: readonly Sample[] = Object.entries(KINDS).map(([kind, piece]) => ({
  kind,
  ofBytes: (bytes) => fillUp(piece, bytes),
}));
