import type { Language } from '../../../src/kernel/language.ts'

type Term = {
  /** The English term. */
  readonly english: RegExp
  /** The term of the language wherever English uses its own. */
  readonly terms: Readonly<Record<Exclude<Language, 'en-US'>, RegExp>>
  /** Words for the same thing that would confuse, in any language. */
  readonly never: RegExp
  /** Sentences in which a language says it without the word. */
  readonly except?: RegExp
}

/** The word of each market for each thing: the same on the page, in PDFs and in mails. */
export const TERMS: Readonly<Record<string, Term>> = {
  invoice: {
    english: /\binvoices?\b/i,
    terms: {
      ...{ 'de-DE': /rechnung/i, 'es-419': /factura/i, 'fr-FR': /factur/i, 'ja-JP': /請求/, 'pt-BR': /fatura/i },
      ...{ 'ru-RU': /сч[её]т/i, 'zh-CN': /账单/, 'zh-TW': /帳單/ },
    },
    // Chinese tax invoices are issued by the state's system; a Brazilian "nota fiscal" is one, too.
    never: /发票|發票|nota fiscal|инвойс|インボイス/i,
    except: /^page\.(?:failures|screens)\.|^invoices\.preheaders/,
  },
  receipt: {
    english: /\breceipt\b/i,
    terms: {
      ...{ 'de-DE': /Zahlungsbeleg/, 'es-419': /recibo/i, 'fr-FR': /reçu/i, 'ja-JP': /領収書/, 'pt-BR': /recibo/i },
      ...{ 'ru-RU': /квитанци/i, 'zh-CN': /收据/, 'zh-TW': /收據/ },
    },
    never: /Quittung|(?<!Zahlungs)[Bb]eleg|comprobante|comprovante|quittance|чек(?![а-я])|レシート|回执|憑單/,
  },
  refund: {
    english: /\brefund/i,
    terms: {
      ...{ 'de-DE': /erstatt/i, 'es-419': /reembols/i, 'fr-FR': /rembours/i, 'ja-JP': /返金/, 'pt-BR': /reembols/i },
      ...{ 'ru-RU': /верн|возвра[тщ]/i, 'zh-CN': /退款|退回/, 'zh-TW': /退款|退回/ },
    },
    never: /rückvergüt|gutschrift|devoluci|devolu[çc]|払い戻し|返還/i,
  },
  due: {
    english: /\bdue\b(?! has changed)|\boverdue\b/i,
    terms: {
      ...{ 'de-DE': /fällig|offen/i, 'es-419': /venc|saldo|a pagar/i, 'fr-FR': /éch[ué]|dû|à payer|retard/i },
      ...{ 'ja-JP': /期日|残|請求額/, 'pt-BR': /venc|pagar/i, 'ru-RU': /срок оплаты|просроч|оплат/i },
      ...{ 'zh-CN': /到期|逾期|支付|[应待]付/, 'zh-TW': /到期|逾期|支付|[應待]付/ },
    },
    never: /deadline|дедлайн|締め切り/i,
  },
  'security code': {
    english: /security code/i,
    terms: {
      ...{ 'de-DE': /Prüfnummer/, 'es-419': /código de seguridad/i, 'fr-FR': /cryptogramme/i },
      ...{ 'ja-JP': /セキュリティコード/, 'pt-BR': /código de segurança/i, 'ru-RU': /CVC\/CVV/ },
      ...{ 'zh-CN': /安全码/, 'zh-TW': /安全碼/ },
    },
    never: /Prüfziffer|Sicherheitscode|code de sécurité|暗証番号|校验码|(?<!一次性)驗證碼/,
  },
  'payment method': {
    english: /payment method(?! that)/i,
    terms: {
      ...{ 'de-DE': /Zahlungsart|Zahlungsmittel/, 'es-419': /método de pago/i, 'fr-FR': /moyen de paiement/i },
      ...{ 'ja-JP': /お支払い方法/, 'pt-BR': /forma de pagamento/i, 'ru-RU': /способ/i },
      ...{ 'zh-CN': /付款方式/, 'zh-TW': /付款方式/ },
    },
    never: /Zahlungsmethode|Zahlungsweise|medio de pago|mode de paiement|meio de pagamento|支付方式/,
  },
  'canceled invoice': {
    english: /\bcanceled\b/i,
    terms: {
      ...{ 'de-DE': /storniert/i, 'es-419': /anul/i, 'fr-FR': /annul/i, 'ja-JP': /取り?消/, 'pt-BR': /cancel/i },
      ...{ 'ru-RU': /отмен/i, 'zh-CN': /取消/, 'zh-TW': /取消/ },
    },
    // In much of Latin America a "factura cancelada" is a paid one.
    never: /factura (?:está |fue )?cancelada|annulliert|аннулир/i,
  },
  'payment provider': {
    english: /payment provider/i,
    terms: {
      ...{ 'de-DE': /Zahlungsdienstleister/, 'es-419': /proveedor de pagos/i, 'fr-FR': /prestataire de paiement/i },
      ...{ 'ja-JP': /決済サービス/, 'pt-BR': /provedor de pagamentos/i, 'ru-RU': /платёжн\S+ сервис/i },
      ...{ 'zh-CN': /支付服务商/, 'zh-TW': /金流服務商/ },
    },
    never: /支付服務商|支付平台|Zahlungsanbieter/,
  },
}
