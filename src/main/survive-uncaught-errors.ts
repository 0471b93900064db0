/**
 * A server goes on after an error that nothing caught: a commit is whole or rolled back, each request starts from the store, and
 * a client cannot restart the server it is connected to. The error is in the log.
 */
export function surviveUncaughtErrors(own: NodeJS.Process, log: (line: string) => void): void {
  const report = (error: unknown) =>
    log(`uncaught error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  own.on('uncaughtException', report);
  own.on('unhandledRejection', report);
  // Where nobody reads the log, a line that cannot be written must not become the next uncaught error.
  own.stderr.on('error', () => undefined);
}
