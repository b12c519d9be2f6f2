// pure
import { Html, html } from '../../kernel/markup/html.ts'
import { framedPage, type SandboxPageName, type SandboxPlace } from './sandbox-page.ts'

type SignIn = {
  /** The page to show afterwards. */
  readonly from: SandboxPageName
  readonly problem?: string | undefined
  /** The file with the first keys, as long as it exists. */
  readonly credentialsFile: string | undefined
}

export function signInPage(place: SandboxPlace, { from, problem, credentialsFile }: SignIn): Html {
  const described = problem === undefined ? 'key-help' : 'key-problem key-help'
  const invalid = problem !== undefined && new Html(' aria-invalid="true"')
  const body = html`<main class="sign-in">
<h1>Quittance sandbox</h1>
<p>Mails, webhooks and the clock of this sandbox. Sign in with a bearer key that has the scope <code>sandbox</code>.</p>
<form method="post" action="${place.root}/sandbox/session">
<input type="hidden" name="from" value="${from}">
<div class="field"><label for="key">Bearer key</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus aria-describedby="${described}"${invalid}>
${problem && html`<p class="problem" id="key-problem" role="alert">${problem}</p>`}
<p class="help" id="key-help">${keyHelp(credentialsFile)}</p></div>
<button class="button wide">Sign in</button>
</form>
</main>`
  return framedPage(place, { title: 'Sign in · Quittance sandbox', body })
}

function keyHelp(file: string | undefined): Html {
  return file === undefined
    ? html`<code>quittance keys</code> makes keys.`
    : html`The first keys are in <code>${file}</code>; <code>quittance keys</code> makes more.`
}
