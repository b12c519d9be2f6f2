import { answerProblem, personalNumberProblem } from '../../invoicing/index.ts'
import type { AskedField, PayerQuestions } from '../../invoicing/pure.ts'
import {
  converted,
  hasNoValue,
  isObject,
  members,
  optional,
  type Problem,
  type Reader,
  refused,
  required,
} from '../../kernel/reading/reading.ts'
import { given, isMailAddress, type Parse, plainText, text } from '../../kernel/reading/text-readers.ts'
import type { CustomFieldEntry, Payer, ShippingAddress } from '../model/attempt.ts'
import { PAYER_LENGTH_MAX as LENGTH_MAX, phoneNumber } from './payer-rules.ts'

const COUNTRY = /^[A-Z]{2}$/

/** A line of text in which nothing looks like a card or identity number. */
function line(lengthMax: number): Reader<string> {
  const plain = plainText(lengthMax)
  const parse: Parse<string> = (raw) => {
    const read = plain(raw.trim())
    if ('sentence' in read) return read
    const sentence = personalNumberProblem(read.value)
    return sentence === undefined ? read : { sentence }
  }
  return given(parse)
}

const email = text('must be a mail address such as ada@example.com', isMailAddress)

/** Also in full-width digits. */
const phone: Reader<string> = given((raw) => {
  const value = phoneNumber(raw)
  return value === undefined ? { sentence: 'must be a phone number such as +1 555 0100' } : { value }
})

const country: Reader<string> = given((raw) => {
  const code = raw.trim().toUpperCase()
  return COUNTRY.test(code) ? { value: code } : { sentence: 'must be a country code of two letters such as US' }
})

const shippingAddress: Reader<ShippingAddress> = members({
  name: required(line(LENGTH_MAX.name)),
  companyName: optional(line(LENGTH_MAX.company)),
  address1: required(line(LENGTH_MAX.line)),
  address2: optional(line(LENGTH_MAX.line)),
  city: required(line(LENGTH_MAX.city)),
  state: optional(line(LENGTH_MAX.state)),
  zip: optional(line(LENGTH_MAX.zip)),
  country: required(country),
})

/** What nobody asked for is not kept. */
const ignored: Reader<undefined> = () => ({ value: undefined })

/**
 * Reads what a payer entered: `name`, `email`, `phone`, `shipTo` and `customFields`, whose values are named by the ids of
 * their definitions. What is asked for is required.
 */
export function payerReader(questions: PayerQuestions): Reader<Payer> {
  const { isEmailAsked, isPhoneAsked, isShippingAsked } = questions
  return members({
    name: optional(line(LENGTH_MAX.name)),
    email: isEmailAsked ? required(email) : ignored,
    phone: isPhoneAsked ? required(phone) : ignored,
    shipTo: isShippingAsked ? shippingAddress : ignored,
    customFields: customFieldsReader(questions.customFields),
  })
}

/**
 * Answers to fields that the payer cannot change, or that were deleted while the page was open, do not count: the
 * merchant's own values do.
 */
function customFieldsReader(fields: readonly AskedField[]): Reader<readonly CustomFieldEntry[]> {
  const entries: Reader<readonly (CustomFieldEntry | undefined)[]> = (raw, place) => {
    if (!hasNoValue(raw) && !isObject(raw)) return refused(place, 'must be an object')
    const answers = isObject(raw) ? raw : {}
    const reads = fields.map((field) => entryOf(field, answers[field.definitionId], `${place}.${field.definitionId}`))
    const problems = reads.flatMap((read) => ('problems' in read ? read.problems : []))
    return problems.length > 0
      ? { problems }
      : { value: reads.flatMap((read) => ('value' in read ? [read.value] : [])) }
  }
  return converted(entries, (all) => all.filter((entry) => entry !== undefined))
}

type Entry = { readonly value: CustomFieldEntry | undefined } | { readonly problems: readonly Problem[] }

function entryOf(field: AskedField, answer: unknown, place: string): Entry {
  if (!field.canAnswer || answer === undefined) return { value: entryWith(field, field.value) }
  if (hasNoValue(answer)) return { value: undefined }
  const read = given(plainText(LENGTH_MAX.answer))(answer, place)
  if ('problems' in read) return read
  const sentence = answerProblem(read.value, field)
  return sentence === undefined ? { value: entryWith(field, read.value.trim()) } : refused(place, sentence)
}

function entryWith({ definitionId, label, dataIndex }: AskedField, value: string | undefined) {
  return value === undefined || value === '' ? undefined : { definitionId, label, value, dataIndex }
}
