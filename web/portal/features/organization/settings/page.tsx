import { useSuspenseQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { CheckField, SelectField } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { OrganizationPage } from '../organization-page.tsx'
import { Backups } from './backups.tsx'
import { backupsQuery, retentionQuery, settingsQuery, useChangeSettings } from './queries.ts'
import { RetentionForm } from './retention-form.tsx'

/** How the service treats an organization. Each change counts as soon as it is made. */
export function OrganizationSettingsPage() {
  const words = useWords('administration')
  const api = useApi()
  const { organizationId } = useOrganization()
  const { zone } = useFormat()
  const [{ data: settings }, { data: retention }, { data: backups }] = useSuspenseQueries({
    queries: [settingsQuery(api), retentionQuery(api), backupsQuery(api)],
  })
  return (
    <OrganizationPage section="settings">
      <div className="settings">
        <section className="card">
          <dl className="rows">
            <div className="fact">
              <dt>{words.organizationId}</dt>
              <dd>
                <code>{organizationId}</code>
              </dd>
            </div>
            <div className="fact">
              <dt>{words.timeZone}</dt>
              <dd>{zone}</dd>
            </div>
          </dl>
        </section>
        <Backups backups={backups} />
        <FraudManagement isOn={settings.hasFraudManagement} />
        <Validation {...settings} />
        <RetentionForm key={String(retention.ownMonths)} retention={retention} />
      </div>
    </OrganizationPage>
  )
}

function FraudManagement({ isOn }: { readonly isOn: boolean }) {
  const words = useWords('administration')
  const id = useId()
  const change = useChangeSettings()
  // The mutation is pending only after React has drawn the box again, so that it would lose its tick for a moment.
  const [chosen, setChosen] = useState<boolean>()
  const toggle = () => {
    setChosen(!isOn)
    change.mutate(
      { hasFraudManagement: !isOn },
      {
        onSuccess: () => showToast(isOn ? words.fraudOff : words.fraudOn),
        onSettled: () => setChosen(undefined),
      },
    )
  }
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.fraudTitle}</h2>
      <FormProblem error={change.error} />
      <CheckField label={words.fraud} checked={chosen ?? isOn} onChange={toggle} disabled={change.isPending} />
      <p className="help">{words.fraudHelp}</p>
    </section>
  )
}

type Mode = 'strict' | 'lenient'
type ValidationProps = { readonly validation: Mode | null; readonly usualValidation: Mode }

function Validation({ validation, usualValidation }: ValidationProps) {
  const words = useWords('administration')
  const id = useId()
  const change = useChangeSettings()
  const choose = (value: string) =>
    change.mutate(
      { validation: value === '' ? null : (value as Mode) },
      { onSuccess: () => showToast(words.validationSaved) },
    )
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.validationTitle}</h2>
      <FormProblem error={change.error} />
      <SelectField
        label={words.validation}
        help={words.validationHelp}
        value={validation ?? ''}
        disabled={change.isPending}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{words.usualValidation({ mode: words.validations[usualValidation] })}</option>
        <option value="strict">{words.validations.strict}</option>
        <option value="lenient">{words.validations.lenient}</option>
      </SelectField>
    </section>
  )
}
