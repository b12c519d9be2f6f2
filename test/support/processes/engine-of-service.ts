import { onTestFinished } from 'vitest'
import { anAbsentEngine } from '../stores/absent-engine.ts'
import type { ServiceProcess } from './service-process.ts'

/** The record engine of a running service, reached beside it until the test ends. */
export function engineOfService(service: Pick<ServiceProcess, 'recordsUrl'>) {
  const engine = anAbsentEngine(service.recordsUrl())
  onTestFinished(() => engine.close())
  return engine
}
