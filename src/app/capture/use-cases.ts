/** Use cases of captures, loaded when the first of them is called. */
export { captureNow } from './capture-now.ts';
export { listCaptures } from './list-captures.ts';
export { readCapture } from './read-capture.ts';
