// pure
import { countryText, type Language } from '../../../../kernel/language.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { ADDRESS_FORMATS, type AddressField, addressFormat } from '../../form/address-format.ts'
import { COUNTRY_CODES } from '../../form/countries.ts'
import type { FormModel, PageModel } from '../../page-model.ts'
import type { PageWords } from '../../words/page-words.ts'
import { fieldLabel } from './field-label.ts'
import { inputField, selectField } from './fields.ts'

const AUTOCOMPLETE: Readonly<Record<AddressField, string>> = {
  ...{ shipName: 'name', street: 'address-line1', streetMore: 'address-line2' },
  ...{ town: 'address-level2', region: 'address-level1', postalCode: 'postal-code' },
}
const ALWAYS_REQUIRED: readonly AddressField[] = ['shipName', 'street', 'town']

/** The country comes first: it decides on the order and names of the other fields. */
export function addressFields(page: PageModel, form: FormModel): Html {
  const { words, language } = page
  const { rows, required } = addressFormat(form.values.country)
  const field = (name: AddressField, isHidden = false) => {
    const isRequired = [...ALWAYS_REQUIRED, ...required].includes(name)
    const own = fieldLabel(name, words, form)
    const label = isRequired ? own : words.optional({ label: own })
    return inputField(form, { name, label, autocomplete: `shipping ${AUTOCOMPLETE[name]}`, isRequired, isHidden })
  }
  return html`<fieldset class="address" data-address="${scriptAddress(words, language)}"><legend>${words.shippingAddress}</legend>
${selectField(form, {
  name: 'country',
  label: words.country,
  autocomplete: 'shipping country',
  options: countriesIn(language),
  choose: words.choose,
  isRequired: true,
})}
${rows.map((row) => (row.length === 1 ? row.map((name) => field(name)) : html`<div class="pair">${row.map((name) => field(name))}</div>`))}
${!rows.flat().includes('region') && field('region', true)}</fieldset>`
}

type Option = { readonly value: string; readonly label: string }

/** By language: sorting 250 names takes time. */
const countries = new Map<Language, readonly Option[]>()

function countriesIn(language: Language): readonly Option[] {
  const byName = new Intl.Collator(language)
  const options =
    countries.get(language) ??
    COUNTRY_CODES.map((code) => ({ value: code, label: countryText(code, language) })).toSorted((one, other) =>
      byName.compare(one.label, other.label),
    )
  countries.set(language, options)
  return options
}

const written = new Map<Language, Html>()

/** With it the script arranges the fields when the payer chooses another country. */
function scriptAddress(words: PageWords, language: Language): Html {
  const address = written.get(language) ?? html`${writeScriptAddress(words)}`
  written.set(language, address)
  return address
}

function writeScriptAddress(words: PageWords): string {
  const formats = ADDRESS_FORMATS.map(([countries, { rows, postalName, regionName, required }]) => ({
    countries,
    rows: rows.map((row) => row.join(' ')),
    labels: { postalCode: words.addressParts[postalName], region: words.addressParts[regionName] },
    required,
  }))
  return JSON.stringify({ formats, optional: words.optional({ label: '{label}' }) })
}
