import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../organizations/index.ts'
import { PersonalDataRefused } from './personal-data-refused.ts'
import { type RecordViolationsDeps, recordViolations } from './record-violations.ts'

/**
 * Does the work of a request, and where that is refused for personal data, records it before the refusal
 * goes on its way: in a transaction of its own, because the work's is rolled back. A violation that
 * cannot be recorded is a failure of the request, which may then be asked again. Under an
 * Idempotency-Key the refusal is kept as any other, so that a replay records nothing.
 */
export async function withViolationRecording<T>(
  deps: RecordViolationsDeps,
  request: Pick<FastifyRequest, 'caller' | 'organization'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PersonalDataRefused) {
      await recordViolations(deps, actorOf(request), error.findings)
    }
    throw error
  }
}
