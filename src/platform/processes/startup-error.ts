/**
 * The service or a command cannot run here. The message is one sentence for the person at the
 * terminal: it names the problem and what to do, and is printed without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
