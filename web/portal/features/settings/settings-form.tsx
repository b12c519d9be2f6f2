import { FormProvider } from 'react-hook-form'
import { isLanguage } from '../../../../src/kernel/language.ts'
import { LivePreview } from '../../preview/live-preview.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { BusinessContact } from './business-contact.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { LabelFields } from './label-fields.tsx'
import { LogoField } from './logo-field.tsx'
import type { Settings } from './queries.ts'
import { SaveBar } from './save-bar.tsx'
import { SECTIONS, type Section } from './sections.ts'
import { SettingField } from './setting-field.tsx'
import { SettingsContext } from './settings-context.ts'
import { TestMail } from './test-mail.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type Props = { readonly section: Section; readonly settings: Settings; readonly canChange: boolean }

/** The settings of one section beside what payers will see. */
export function SettingsForm({ section, settings, canChange }: Props) {
  const words = useWords('settings')
  const { form, save, saved, typed, defaults, changes, conflict, submit, discard, keepMine, takeTheirs } =
    useSettingsForm(settings)
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
              {section === 'business' && <BusinessContact {...settings.merchantInformation} />}
              {section === 'branding' && <LogoField />}
              {section === 'labels' && <LabelFields sent={changes.labels} />}
            </fieldset>
            {section === 'mails' && <TestMail />}
            {changes.names.length > 0 && canChange && (
              <SaveBar changed={changes.names} isBusy={save.isPending} onDiscard={discard} />
            )}
          </form>
          {conflict !== undefined && (
            <ConflictDialog
              {...conflict}
              mine={typed}
              onKeepMine={() => keepMine(conflict)}
              onTakeTheirs={() => takeTheirs(conflict)}
            />
          )}
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
