type Paint = (text: string) => string;

/** How words are set apart on a terminal; elsewhere they stay as they are. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly mark: Paint;
  readonly good: Paint;
  readonly bad: Paint;
}

const code =
  (on: number, off: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;

const asItIs: Paint = (text) => text;

export const PLAIN: Style = { bold: asItIs, dim: asItIs, mark: asItIs, good: asItIs, bad: asItIs };

const COLOURED: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  mark: code(33, 39),
  good: code(32, 39),
  bad: code(31, 39),
};

export const styleFor = (hasColour: boolean): Style => (hasColour ? COLOURED : PLAIN);
