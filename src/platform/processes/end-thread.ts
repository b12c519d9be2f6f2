import type { Worker } from 'node:worker_threads'

/** Asks a thread to close its port, and thereby to end, when it has handled the messages before this one. */
export const END_OF_THREAD = 'end'

/** Longer than any thread takes for what it does. */
const END_MS_MAX = 30_000

/**
 * Lets a thread end by itself. V8 aborts the whole process if a thread is terminated while it loads its modules, so only a
 * thread that is stuck is terminated.
 */
export async function endThread(worker: Worker): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  worker.ref()
  worker.postMessage(END_OF_THREAD)
  const timer = setTimeout(() => void worker.terminate().then(() => resolve()), END_MS_MAX)
  await ended
  clearTimeout(timer)
}
