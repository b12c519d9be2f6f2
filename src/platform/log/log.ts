import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import type { PlatformConfig } from '../config/config.ts'
import { redactLine } from './redaction.ts'

export type Logger = PinoLogger

/**
 * JSON lines with ISO times. Redaction works on the finished line, so that bindings, messages, error
 * stacks and nested values all pass through it, whatever logged them.
 */
export function createLogger(options: {
  readonly level: PlatformConfig['logLevel']
  readonly destination?: DestinationStream
}): Logger {
  return pino(
    {
      level: options.level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  )
}
