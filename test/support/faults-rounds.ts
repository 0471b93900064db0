const given = Number(process.env.FAULT_ROUNDS ?? '');

/** Somebody asked for more than what runs every day. */
export const isFullRun = Number.isInteger(given) && given > 0;

/** How often a test that draws moments at random draws one: `FAULT_ROUNDS`, else few enough for every day. */
export const roundsOr = (usual: number): number => (isFullRun ? given : usual);

/** Runs the rounds on so many lanes; each lane takes the next round when it is done with one. */
export async function runConcurrently(
  rounds: number,
  lanes: number,
  run: (round: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < rounds) {
      const round = next;
      next += 1;
      await run(round);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
