// pure
import {
  type AskedField,
  isAnswerRequired,
  type PayerQuestions,
  personalDataIn,
  valueFault,
} from '../../../invoicing/pure.ts'
import { all, combined, hasNoValue } from '../../../kernel/reading/reading.ts'
import { mailAddress, plainText } from '../../../kernel/reading/text-readers.ts'
import type { CustomFieldEntry, Payer, ShippingAddress } from '../../model/attempt.ts'
import { type AddressFormat, addressFormat } from './address-format.ts'
import { COUNTRY_CODES } from './countries.ts'
import type { FormValues } from './form-fields.ts'
import {
  type FormParse,
  type FormRead,
  type MissingName,
  optionalField,
  requiredField,
  requiredPart,
  wrong,
} from './form-problem.ts'

/** Lengths in characters; the fields of reports are as long. */
const LENGTH_MAX = { name: 100, street: 255, city: 100, state: 50, zip: 20, answer: 255 }

/** Reads the payer's details. Those that the merchant asks for are required; nothing else is kept. */
export function readPayer(
  values: FormValues,
  { isEmailAsked, isPhoneAsked, isShippingAsked, customFields }: PayerQuestions,
): FormRead<Payer> {
  return combined({
    email: isEmailAsked ? requiredField(values, 'email', mailAddress) : NOT_ASKED,
    phone: isPhoneAsked ? requiredField(values, 'phone', phone) : NOT_ASKED,
    customFields: readCustomFields(values, customFields),
    shipTo: isShippingAsked ? readShipTo(values) : NOT_ASKED,
  })
}

const NOT_ASKED: FormRead<undefined> = { value: undefined }

/** The name of a payer, as on the card or the account. */
export function readName(values: FormValues, field: 'cardName' | 'accountHolder'): FormRead<string> {
  return requiredField(values, field, line(LENGTH_MAX.name))
}

/** The country decides whether a postal code and a region are needed. Problems have the order of the page. */
function readShipTo(values: FormValues): FormRead<ShippingAddress> {
  const format = addressFormat(values.country)
  const read = combined({
    country: requiredField(values, 'country', country),
    name: requiredField(values, 'shipName', line(LENGTH_MAX.name)),
    address1: requiredField(values, 'street', line(LENGTH_MAX.street)),
    address2: optionalField(values, 'streetMore', line(LENGTH_MAX.street)),
    zip: readPart(values, format, { field: 'postalCode', of: format.postalName, lengthMax: LENGTH_MAX.zip }),
    city: requiredField(values, 'town', line(LENGTH_MAX.city)),
    state: readPart(values, format, { field: 'region', of: format.regionName, lengthMax: LENGTH_MAX.state }),
  })
  if ('value' in read) return read
  const order: readonly string[] = ['country', ...format.rows.flat()]
  return { problems: read.problems.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field)) }
}

type Part = { readonly field: 'postalCode' | 'region'; readonly of: MissingName; readonly lengthMax: number }

/** A part that the country does not have is not kept. */
function readPart(
  values: FormValues,
  { rows, required }: AddressFormat,
  { field, of, lengthMax }: Part,
): FormRead<string | undefined> {
  if (!rows.flat().includes(field)) return NOT_ASKED
  return required.includes(field)
    ? requiredPart(values, { field, of }, line(lengthMax))
    : optionalField(values, field, line(lengthMax))
}

/** A line of text in which nothing looks like a card or identity number. */
function line(lengthMax: number): FormParse<string> {
  const plain = plainText(lengthMax)
  return (text) => {
    const parsed = plain(text.trim())
    return 'value' in parsed && personalDataIn(parsed.value) !== undefined ? { code: 'personal' } : parsed
  }
}

const country: FormParse<string> = (text) => {
  const value = text.trim().toUpperCase()
  return COUNTRY_CODES.includes(value) ? { value } : { code: 'choice' }
}

const PHONE = /^\+?[\d ()./-]+$/
/** International numbers have at most 15 digits. */
const PHONE_DIGITS = { min: 4, max: 15 }

/** Full-width digits are made narrow. */
const phone: FormParse<string> = (text) => {
  const value = text.normalize('NFKC').trim()
  const digits = value.replace(/\D/g, '').length
  const isNumber = PHONE.test(value) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max
  return isNumber ? { value } : { code: 'phone' }
}

function readCustomFields(values: FormValues, fields: readonly AskedField[]): FormRead<readonly CustomFieldEntry[]> {
  const read = all(fields.map((field) => readCustomField(values, field)))
  return 'value' in read ? { value: read.value.filter((entry) => entry !== undefined) } : read
}

/**
 * The merchant's own value counts where the payer cannot change it, and where the form does not have the field because it
 * was added after the page was shown. A payer may empty a field that has no minimum length.
 */
function readCustomField(values: FormValues, field: AskedField): FormRead<CustomFieldEntry | undefined> {
  const { definitionId, label, dataIndex } = field
  const name = `custom-${definitionId}` as const
  const isAnswered = field.canAnswer && values[name] !== undefined
  const read = isAnswered ? readAnswer(values, name, field) : { value: field.value }
  if ('problems' in read) return read
  const { value = '' } = read
  return { value: value === '' ? undefined : { definitionId, label, value, dataIndex } }
}

function readAnswer(values: FormValues, name: `custom-${number}`, field: AskedField): FormRead<string | undefined> {
  const { textMinLength: min = 0 } = field
  const isLacking = isAnswerRequired(field) && hasNoValue(values[name])
  return isLacking ? wrong(name, { code: 'tooShort', min }) : optionalField(values, name, answer(field))
}

/** Choices are the merchant's own words; a text of the payer's must not contain a card or identity number. */
function answer(field: AskedField): FormParse<string> {
  const text = line(LENGTH_MAX.answer)
  return (entered) => {
    const value = entered.trim()
    return valueFault(value, field) ?? (field.fieldType === 'Select' ? { value } : text(value))
  }
}
