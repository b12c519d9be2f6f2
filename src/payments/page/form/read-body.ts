import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import { FIELD_NAMES, type FieldName, type FormValues } from './form-fields.ts'

const FORM_BYTES_MAX = 65_536
const KEY = /^[\w-]{16,64}$/
const CUSTOM = /^custom-\d{1,9}$/
const KNOWN: ReadonlySet<string> = new Set(FIELD_NAMES)

export type SentForm = {
  readonly attemptKey: string
  /** From the sheet of a wallet, once the payer has confirmed. */
  readonly walletToken: string | undefined
  /** The answer to a puzzle. */
  readonly work: string | undefined
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
  const [walletToken, work] = ['walletToken', 'work'].map((name) => sent.get(name) ?? undefined)
  return { attemptKey, walletToken, work, values: valuesOf(sent) }
}

/** The fields that the page knows; others are ignored. */
export function valuesOf(sent: URLSearchParams): FormValues {
  const entries = [...sent].filter(([name]) => KNOWN.has(name) || CUSTOM.test(name))
  return Object.fromEntries(entries.map(([name, value]) => [name as FieldName, oneLine(value)]))
}

/** Fields have one line; text pasted from a table or a letter may contain tabs and line breaks. */
function oneLine(value: string): string {
  return value.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
