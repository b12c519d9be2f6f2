import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions, symbols } from 'pino'
import type { PlatformConfig } from '../config/config.ts'
import { LogWriter } from './log-writer.ts'
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
    options.destination ?? process.stderr,
  )
}

/** Lines that were dropped because they were not read. */
export function lostLinesOf(log: Logger): number {
  const destination: unknown = Reflect.get(log, symbols.streamSym)
  return destination instanceof LogWriter ? destination.lostLines : 0
}
