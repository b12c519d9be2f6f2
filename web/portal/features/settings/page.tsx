import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useMay } from '../../session/organization.ts'
import { Page } from '../../ui/page.tsx'
import { NotFound } from '../../ui/problem.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words/use-words.ts'
import { CustomFields } from './custom-fields.tsx'
import { settingsQuery } from './queries.ts'
import { isSection, SECTION_NAMES } from './sections.ts'
import { SettingsForm } from './settings-form.tsx'

/** How a merchant's invoices look and behave, section by section. */
export function SettingsPage() {
  const words = useWords('settings')
  const shell = useWords('shell')
  const { organizationId, section } = useParams({ from: '/o/$organizationId/settings/$section' })
  const canChange = useMay()('invoices')
  const { data: settings } = useSuspenseQuery(settingsQuery(useApi()))
  if (!isSection(section)) return <NotFound />
  return (
    <Page title={shell.settings}>
      <Tabs label={words.sectionsLabel} current={section}>
        {SECTION_NAMES.map((name) => (
          <Link key={name} to="/o/$organizationId/settings/$section" params={{ organizationId, section: name }}>
            {words.sections[name]}
          </Link>
        ))}
      </Tabs>
      {!canChange && <p className="notice plain">{words.readOnly}</p>}
      {section === 'fields' ? (
        <CustomFields canChange={canChange} settings={settings} />
      ) : (
        <SettingsForm key={section} section={section} settings={settings} canChange={canChange} />
      )}
    </Page>
  )
}
