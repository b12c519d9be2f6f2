import { redactText } from '../../log/redaction.ts'

/** Resolves when the thing is usable, rejects with the reason when it is not. */
export type ReadinessCheck = { readonly name: string; readonly check: () => Promise<void> }

export type CheckResult = { readonly name: string; readonly ok: boolean; readonly message: string }

/** Runs all checks side by side, each within the bound. */
export async function checkReadiness(
  checks: readonly ReadinessCheck[],
  timeoutMs: number,
): Promise<readonly CheckResult[]> {
  return Promise.all(checks.map((check) => runCheck(check, timeoutMs)))
}

async function runCheck({ name, check }: ReadinessCheck, timeoutMs: number): Promise<CheckResult> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    await Promise.race([check(), late.promise])
    return { name, ok: true, message: 'ok' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { name, ok: false, message: redactText(message) }
  } finally {
    clearTimeout(timer)
  }
}
