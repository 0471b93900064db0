import fc from 'fast-check';

/**
 * What is drawn at random is drawn alike each time: a change is judged by what it changed. `FC_SEED=random npm test` goes
 * looking for what nobody has thought of yet, and says the seed of what it finds.
 */
const { FC_SEED = '20261116' } = process.env;
if (FC_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FC_SEED) });
