// Preloaded: on SIGUSR2 throws where nothing catches it, and leaves a rejection unhandled.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('thrown where nothing catches it');
  });
  Promise.reject(new Error('rejected where nothing handles it'));
});
