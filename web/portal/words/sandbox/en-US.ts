/** The tools of a sandbox. */
export const words = {
  intro: 'Tools of the test mode. All organizations of this installation share them.',
  inbox: 'Inbox',
  inboxText: 'Every email that would have been sent.',
  lab: 'Receivers of webhooks',
  labText: 'Addresses that take deliveries, check their signatures and fail on request.',
  clock: 'Clock',
  clockText: 'Move the time to see reminders, reports and settlements come.',
  openPage: ({ name }: { readonly name: string }) => `Open ${name}`,
  demo: 'Demo data',
  demoText: 'A year of sample payments of this merchant, with refunds, disputes and deposits, to try reports with.',
  demoMerchantOnly: 'Switch to a merchant to load its demo data.',
  load: 'Load demo data',
  loading: 'Loading…',
  loaded: ({ text }: { readonly text: string }) => `Demo data is loaded: ${text} records.`,
  wasLoaded: 'The demo data is there already.',
  only: 'These tools exist in test mode only.',
}
