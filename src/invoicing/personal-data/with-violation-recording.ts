import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../organizations/index.ts'
import { PersonalDataRefused } from './personal-data-refused.ts'
import { type RecordViolationsDeps, recordViolations } from './record-violations.ts'

/**
 * Does the work of a request. If it is refused for personal data, records the violation in a separate
 * transaction, because that of the work is rolled back. If recording fails, the request fails and can be
 * retried. With an Idempotency-Key the refusal is stored like any response, so a replay records nothing.
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
