// Preloaded into a server: its clock runs TEST_CLOCK_SHIFT_MS away from the real one.
const shift = Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0);
const realNow = Date.now.bind(Date);
Date.now = () => realNow() + shift;
