/* Holds up the frames, timers and answers of a page, as a slow device and a slow line do: with `SLOW_PAGES=1`, as `make soak` does. */
(() => {
  const [FRAME, TIMER, ANSWER] = [120, 100, 250];
  const [wait, frame, ask] = [window.setTimeout.bind(window), window.requestAnimationFrame.bind(window), window.fetch.bind(window)];
  window.requestAnimationFrame = (draw) => frame(() => wait(() => draw(performance.now()), FRAME));
  window.setTimeout = (run, after, ...given) => wait(run, (after || 0) + TIMER, ...given);
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    await new Promise((done) => wait(done, ANSWER));
    return answer;
  };
})();
