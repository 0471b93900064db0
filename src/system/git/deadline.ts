export interface Deadline {
  readonly signal: AbortSignal;
  /** What `work` gives in time; undefined when it is late or fails. */
  within<Result>(work: Promise<Result>): Promise<Result | undefined>;
  end(): void;
}

export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  const over = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return {
    signal: controller.signal,
    within: (work) => Promise.race([work.catch(() => undefined), over]),
    end: () => {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
