/** What is done with captures; loaded with the first of it. */
export { captureNow } from './capture-now.ts';
export { listCaptures } from './list-captures.ts';
export { readCapture } from './read-capture.ts';
