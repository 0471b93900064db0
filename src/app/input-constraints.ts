/** Enumerations and limits of inputs. Separate from the use cases, which are loaded on first use. */
export const CAPTURE_MODES = ['summary', 'structured', 'raw'] as const;
export type CaptureMode = (typeof CAPTURE_MODES)[number];

export const DETAIL_LEVELS = ['minimal', 'standard', 'full'] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

export const SETTABLE_STATUSES = ['active', 'resolved', 'superseded', 'retracted'] as const;

export const MAX_REASON = 180;
export const MAX_EPITAPH = 1_200;
