import { LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import { acts, click, dialog, fill, scrollTo, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

const SUBMIT = '.save-bar [type=submit]'

/** Every section of the settings, what it says before a change is saved, and its dialogs. */
export function settingsStates(): readonly PortalState[] {
  const sectionOf = (section: string) => ({ path: `/o/shop/settings/${section}`, ready: '.settings-page' })
  const fields = { ...sectionOf('fields'), ready: '.field-list' }
  const change = acts(fill('[name="values.merchantDisplayName"]', LONG_WORD), see('.save-bar'))
  return [
    { name: 'settings', ...sectionOf('business') },
    { name: 'settings-branding', ...sectionOf('branding') },
    { name: 'settings-logo', ...sectionOf('branding'), act: scrollTo('.drop') },
    { name: 'settings-page', ...sectionOf('page') },
    { name: 'settings-mails', ...sectionOf('mails') },
    { name: 'settings-labels', ...sectionOf('labels') },
    { name: 'settings-fields', ...fields },
    { name: 'settings-fields-nothing', path: '/o/empty/settings/fields', ready: '.empty' },
    { name: 'settings-viewer', as: 'viewer', ...sectionOf('branding') },
    { name: 'settings-changed', ...sectionOf('business'), act: change },
    { name: 'settings-leave', ...sectionOf('business'), act: acts(change, click('.tabs a + a'), see('.dialog')) },
    {
      name: 'settings-refused',
      ...sectionOf('page'),
      act: acts(fill('[name="values.paymentAccepted"]', 'nowhere'), click(SUBMIT), see('.problem')),
    },
    { name: 'settings-field', ...fields, act: dialog('.field-list button') },
    {
      name: 'settings-field-new',
      ...fields,
      act: acts(
        dialog('.settings-form > div > .button'),
        fill('.dialog [name=label]', PARAGRAPH.slice(0, 60)),
        fill('.dialog [name=textMinLength]', '9'),
        fill('.dialog [name=textMaxLength]', '1'),
        click('.dialog [type=submit]'),
        see('.dialog .problem'),
      ),
    },
    { name: 'settings-field-delete', ...fields, act: dialog('.field-list button:nth-of-type(2)') },
  ]
}
