import { useMemo } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { isLanguage } from '../../../../src/kernel/language.ts'
import { LivePreview } from '../../preview/live-preview.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { BusinessContact } from './business-contact.tsx'
import { changesOf, defaultValues, type FormValues, formValuesOf } from './form-values.ts'
import { LabelFields } from './label-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { type Settings, useSaveSettings } from './queries.ts'
import { SaveBar } from './save-bar.tsx'
import { SECTIONS, type Section } from './sections.ts'
import { SettingField } from './setting-field.tsx'
import { SettingsContext } from './settings-context.ts'
import { TestMail } from './test-mail.tsx'

type Props = { readonly section: Section; readonly settings: Settings; readonly canChange: boolean }

/** The settings of one section beside what payers will see. */
export function SettingsForm({ section, settings, canChange }: Props) {
  const words = useWords('settings')
  const save = useSaveSettings()
  const { invoiceSettingsInformation: shown, merchantInformation: merchant } = settings
  const saved = useMemo(() => formValuesOf(shown), [shown])
  const defaults = useMemo(() => defaultValues(merchant), [merchant])
  // Changes that another person saves appear, except in fields with typed text.
  const form = useForm<FormValues>({ values: saved, resetOptions: { keepDirtyValues: true } })
  const typed = useWatch({ control: form.control }) as FormValues
  const changes = changesOf(saved, typed, defaults)
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { settings: changesOf(saved, values, defaults).settings, typed: values },
      {
        onSuccess: ({ invoiceSettingsInformation: after }) => {
          form.reset(formValuesOf(after))
          showToast(words.saved)
        },
      },
    ),
  )
  const discard = () => {
    save.reset()
    form.reset(saved)
  }
  const { deliveryLanguage } = typed.values
  const language = isLanguage(String(deliveryLanguage)) ? deliveryLanguage : 'en-US'
  return (
    <FormProvider {...form}>
      <SettingsContext value={{ saved, typed, defaults, warnings: settings.warnings ?? [], save }}>
        <div className="settings-page">
          <form className="settings-form" onSubmit={(event) => void submit(event)} noValidate>
            <FormProblem error={save.error} />
            <fieldset className="stack" disabled={!canChange}>
              {SECTIONS[section].map(([group, names]) => (
                <section key={group} className="card" aria-labelledby={group}>
                  <h2 id={group}>{words.groups[group]}</h2>
                  {names.map((name) => (
                    <SettingField key={name} name={name} />
                  ))}
                </section>
              ))}
              {section === 'business' && <BusinessContact {...merchant} />}
              {section === 'branding' && <LogoField />}
              {section === 'labels' && <LabelFields sent={changes.labels} />}
            </fieldset>
            {section === 'mails' && <TestMail />}
            {changes.names.length > 0 && canChange && (
              <SaveBar changed={changes.names} isBusy={save.isPending} onDiscard={discard} />
            )}
          </form>
          <LivePreview
            body={{ settings: changes.settings }}
            language={language as 'en-US'}
            kinds={section === 'mails' ? ['mail', 'page', 'pdf'] : ['page', 'mail', 'pdf']}
          />
        </div>
      </SettingsContext>
    </FormProvider>
  )
}
