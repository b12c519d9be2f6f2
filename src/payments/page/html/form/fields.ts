// pure
import { Html, html } from '../../../../kernel/markup/html.ts'
import type { FieldName } from '../../form/form-fields.ts'
import type { FormModel } from '../../page-model.ts'

type Entered = Pick<FormModel, 'values' | 'problems'>

type Field = {
  readonly name: FieldName
  readonly label: string
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly isRequired?: boolean
}

type Input = Field & {
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | 'tel'
  readonly help?: string | undefined
  readonly placeholder?: string
  readonly lengthMax?: number | undefined
  /** A text or mark at the end of the field, such as a currency. */
  readonly suffix?: string | Html
  /** Not asked for now; the script may show it. */
  readonly isHidden?: boolean
}

/** A field with its label above, its help below, and its problem. */
export function inputField({ values, problems }: Entered, input: Input): Html {
  const { name, label, autocomplete, inputmode, placeholder, lengthMax, suffix, isHidden = false } = input
  const control = html`<input id="${name}" name="${name}" type="text" value="${input.value ?? values[name] ?? ''}" autocomplete="${autocomplete}"${attribute('inputmode', inputmode)}${attribute('placeholder', placeholder)}${attribute('maxlength', lengthMax)}${stateOf(input, problems[name])}${isHidden && new Html(' disabled')}>`
  return html`<div class="field"${isHidden && new Html(' hidden')}><label for="${name}">${label}</label>
<div class="inside">${control}${suffix !== undefined && html`<span aria-hidden="true">${suffix}</span>`}</div>
${notes(name, input.help, problems[name])}</div>`
}

type Select = Field & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly choose: string
}

export function selectField({ values, problems }: Entered, select: Select): Html {
  const { name, label, autocomplete, options, choose } = select
  const chosen = values[name] ?? select.value ?? ''
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" autocomplete="${autocomplete}"${stateOf(select, problems[name])}>
<option value="">${choose}</option>
${options.map((option) => html`<option value="${option.value}"${option.value === chosen && new Html(' selected')}>${option.label}</option>`)}
</select>
${notes(name, undefined, problems[name])}</div>`
}

type Check = { readonly name: FieldName; readonly label: string; readonly help: string }

export function checkField({ values }: Pick<FormModel, 'values'>, { name, label, help }: Check): Html {
  const isChecked = values[name] === 'yes'
  return html`<div class="check-field"><label class="check"><input type="checkbox" name="${name}" value="yes" aria-describedby="${name}-help"${isChecked && new Html(' checked')}><span>${label}</span></label>
<p class="help" id="${name}-help">${help}</p></div>`
}

function stateOf({ name, isRequired, help }: Field & { readonly help?: string | undefined }, problem?: string): Html {
  const describing = [help === undefined ? '' : `${name}-help`, problem === undefined ? '' : `${name}-problem`]
  const ids = describing.filter((id) => id !== '').join(' ')
  return html`${isRequired && new Html(' aria-required="true"')}${attribute('aria-describedby', ids === '' ? undefined : ids)}${problem !== undefined && new Html(' aria-invalid="true"')}`
}

function notes(name: FieldName, help: string | undefined, problem: string | undefined): Html {
  return html`${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}`
}

function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${new Html(name)}="${value}"`
}
