// pure
import { Html, html } from '../../../kernel/markup/html.ts'
import type { FieldName } from '../form/form-fields.ts'
import type { FormModel } from '../page-model.ts'

type Input = {
  readonly name: FieldName
  readonly label: string
  readonly autocomplete: string
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | 'tel'
  readonly help?: string | undefined
  readonly placeholder?: string
  readonly lengthMax?: number | undefined
  /** A text at the end of the field, such as a currency. */
  readonly suffix?: string
  readonly value?: string | undefined
}

/** A field with its label above, its help below, and its problem. */
export function inputField({ values, problems }: Pick<FormModel, 'values' | 'problems'>, input: Input): Html {
  const { name, label, autocomplete, inputmode, placeholder, lengthMax, suffix } = input
  const control = html`<input id="${name}" name="${name}" type="text" value="${input.value ?? values[name] ?? ''}" autocomplete="${autocomplete}"${attribute('inputmode', inputmode)}${attribute('placeholder', placeholder)}${attribute('maxlength', lengthMax)}${stateOf(name, input.help, problems[name])}>`
  return html`<div class="field"><label for="${name}">${label}</label>
<div class="inside">${control}${suffix !== undefined && html`<span aria-hidden="true">${suffix}</span>`}</div>
${notes(name, input.help, problems[name])}</div>`
}

type Select = Pick<Input, 'name' | 'label' | 'autocomplete' | 'value'> & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly choose: string
}

export function selectField({ values, problems }: Pick<FormModel, 'values' | 'problems'>, select: Select): Html {
  const { name, label, autocomplete, options, choose } = select
  const chosen = values[name] ?? select.value ?? ''
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" autocomplete="${autocomplete}"${stateOf(name, undefined, problems[name])}>
<option value="">${choose}</option>
${options.map((option) => html`<option value="${option.value}"${option.value === chosen && new Html(' selected')}>${option.label}</option>`)}
</select>
${notes(name, undefined, problems[name])}</div>`
}

export function checkField({ values }: Pick<FormModel, 'values'>, name: FieldName, label: string): Html {
  const isChecked = values[name] === 'yes'
  return html`<label class="check"><input type="checkbox" name="${name}" value="yes"${isChecked && new Html(' checked')}><span>${label}</span></label>`
}

function stateOf(name: FieldName, help: string | undefined, problem: string | undefined): Html {
  const describing = [help === undefined ? '' : `${name}-help`, problem === undefined ? '' : `${name}-problem`]
  const ids = describing.filter((id) => id !== '').join(' ')
  return html`${attribute('aria-describedby', ids === '' ? undefined : ids)}${problem !== undefined && new Html(' aria-invalid="true"')}`
}

function notes(name: FieldName, help: string | undefined, problem: string | undefined): Html {
  return html`${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}`
}

function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${new Html(name)}="${value}"`
}
