import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { FIELD_NAMES, type FieldName, type FormValues } from './form-fields.ts'

const FORM_BYTES_MAX = 65_536
const KEY = /^[\w-]{16,64}$/
const CUSTOM = /^custom-\d{1,9}$/
const KNOWN: ReadonlySet<string> = new Set(FIELD_NAMES)

export type SentForm = {
  readonly attemptKey: string
  readonly language: string | undefined
  /** Whether a wallet's sheet was confirmed. */
  readonly isConfirmed: boolean
  readonly values: FormValues
}

/** Lets the routes of this plugin take forms, and nothing else. */
export function addFormBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

export function readBody(body: unknown): SentForm {
  const sent = body instanceof URLSearchParams ? body : new URLSearchParams()
  const attemptKey = sent.get('attempt') ?? ''
  if (!KEY.test(attemptKey)) throw new AppError('invalid', 'INVALID_REQUEST', 'The form is not complete.')
  const entries = [...sent].filter(([name]) => KNOWN.has(name) || CUSTOM.test(name))
  return {
    attemptKey,
    language: sent.get('language') ?? undefined,
    isConfirmed: sent.get('confirmed') === 'yes',
    values: Object.fromEntries(entries.map(([name, value]) => [name as FieldName, value.trim()])),
  }
}
