// pure
import type { Language } from '../../../kernel/language.ts'

/** A failed request of a browser, in the reader's terms. */
export type SiteFailureName = 'notFound' | 'refused' | 'unavailable' | 'failed'

export type SiteFailureWords = Readonly<
  Record<SiteFailureName, { readonly title: string; readonly text: string }> & {
    readonly reload: string
    readonly toStart: string
    readonly requestNumber: string
  }
>

/** For people who open an address that belongs to no merchant. */
export const SITE_FAILURE_WORDS: Readonly<Record<Language, SiteFailureWords>> = {
  'de-DE': {
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Prüfen Sie, ob die Adresse vollständig und richtig geschrieben ist.',
    },
    refused: {
      title: 'Diese Anfrage wurde nicht angenommen',
      text: 'Gehen Sie zurück und prüfen Sie die Adresse oder Ihre Eingaben.',
    },
    unavailable: { title: 'Der Dienst ist gerade nicht verfügbar', text: 'Laden Sie die Seite in einer Minute neu.' },
    failed: {
      title: 'Bei uns ist ein Fehler aufgetreten',
      text: 'Laden Sie die Seite neu. Wenn es wieder geschieht, nennen Sie dem Betreiber die Nummer unten.',
    },
    reload: 'Seite neu laden',
    toStart: 'Zur Startseite',
    requestNumber: 'Nummer der Anfrage',
  },
  'en-US': {
    notFound: { title: 'Page not found', text: 'Check that the address is complete and spelled correctly.' },
    refused: { title: 'This request was not accepted', text: 'Go back and check the address or your entries.' },
    unavailable: { title: 'The service is temporarily unavailable', text: 'Reload the page in a minute.' },
    failed: {
      title: 'Something went wrong on our side',
      text: 'Reload the page. If it happens again, tell the operator the number below.',
    },
    reload: 'Reload the page',
    toStart: 'Go to the start page',
    requestNumber: 'Request number',
  },
  'es-419': {
    notFound: {
      title: 'No encontramos la página',
      text: 'Revisa que la dirección esté completa y bien escrita.',
    },
    refused: {
      title: 'No se aceptó la solicitud',
      text: 'Vuelve atrás y revisa la dirección o los datos que ingresaste.',
    },
    unavailable: { title: 'El servicio no está disponible por ahora', text: 'Recarga la página en un minuto.' },
    failed: {
      title: 'Ocurrió un error de nuestro lado',
      text: 'Recarga la página. Si vuelve a pasar, indica al operador el número que aparece abajo.',
    },
    reload: 'Recargar la página',
    toStart: 'Ir a la página de inicio',
    requestNumber: 'Número de la solicitud',
  },
  'fr-FR': {
    notFound: {
      title: 'Page introuvable',
      text: 'Vérifiez que l’adresse est complète et correctement écrite.',
    },
    refused: {
      title: 'Cette demande n’a pas été acceptée',
      text: 'Revenez en arrière et vérifiez l’adresse ou votre saisie.',
    },
    unavailable: {
      title: 'Le service est momentanément indisponible',
      text: 'Actualisez la page dans une minute.',
    },
    failed: {
      title: 'Une erreur s’est produite de notre côté',
      text: 'Actualisez la page. Si cela se reproduit, communiquez à l’exploitant le numéro ci-dessous.',
    },
    reload: 'Actualiser la page',
    toStart: 'Aller à la page d’accueil',
    requestNumber: 'Numéro de la demande',
  },
  'ja-JP': {
    notFound: {
      title: 'ページが見つかりません',
      text: 'アドレスに抜けや誤りがないかご確認ください。',
    },
    refused: {
      title: 'このリクエストは受け付けられませんでした',
      text: '前のページに戻り、アドレスまたは入力内容をご確認ください。',
    },
    unavailable: {
      title: 'サービスを一時的にご利用いただけません',
      text: '1分ほど待ってから、ページを再読み込みしてください。',
    },
    failed: {
      title: 'サーバー側でエラーが発生しました',
      text: 'ページを再読み込みしてください。再び発生する場合は、下の番号を運営者にお知らせください。',
    },
    reload: 'ページを再読み込み',
    toStart: 'スタートページへ',
    requestNumber: 'リクエスト番号',
  },
  'pt-BR': {
    notFound: {
      title: 'Página não encontrada',
      text: 'Verifique se o endereço está completo e escrito corretamente.',
    },
    refused: {
      title: 'Esta solicitação não foi aceita',
      text: 'Volte e verifique o endereço ou os dados informados.',
    },
    unavailable: {
      title: 'O serviço está temporariamente indisponível',
      text: 'Recarregue a página em um minuto.',
    },
    failed: {
      title: 'Ocorreu um erro do nosso lado',
      text: 'Recarregue a página. Se acontecer de novo, informe ao operador o número abaixo.',
    },
    reload: 'Recarregar a página',
    toStart: 'Ir para a página inicial',
    requestNumber: 'Número da solicitação',
  },
  'ru-RU': {
    notFound: {
      title: 'Страница не найдена',
      text: 'Проверьте, что адрес указан полностью и без ошибок.',
    },
    refused: {
      title: 'Запрос не принят',
      text: 'Вернитесь назад и проверьте адрес или введённые данные.',
    },
    unavailable: { title: 'Сервис временно недоступен', text: 'Обновите страницу через минуту.' },
    failed: {
      title: 'На нашей стороне произошла ошибка',
      text: 'Обновите страницу. Если ошибка повторится, сообщите оператору сервиса номер, указанный ниже.',
    },
    reload: 'Обновить страницу',
    toStart: 'На главную страницу',
    requestNumber: 'Номер запроса',
  },
  'zh-CN': {
    notFound: { title: '找不到页面', text: '请检查网址是否完整、拼写是否正确。' },
    refused: { title: '此请求未被接受', text: '请返回并检查网址或您输入的内容。' },
    unavailable: { title: '服务暂时不可用', text: '请在一分钟后重新加载页面。' },
    failed: {
      title: '服务器出现错误',
      text: '请重新加载页面。如果再次出现，请将下方的编号告知运营方。',
    },
    reload: '重新加载页面',
    toStart: '前往首页',
    requestNumber: '请求编号',
  },
  'zh-TW': {
    notFound: { title: '找不到頁面', text: '請檢查網址是否完整、拼寫是否正確。' },
    refused: { title: '此要求未被接受', text: '請返回並檢查網址或您輸入的內容。' },
    unavailable: { title: '服務暫時無法使用', text: '請在一分鐘後重新載入頁面。' },
    failed: {
      title: '伺服器發生錯誤',
      text: '請重新載入頁面。如果再次發生，請將下方的編號告知營運方。',
    },
    reload: '重新載入頁面',
    toStart: '前往首頁',
    requestNumber: '要求編號',
  },
}
