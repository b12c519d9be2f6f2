// pure
import type { Language } from '../../kernel/language.ts'
import type { TransactionState, TransactionType } from './transaction-list.ts'

/** The columns of a list of transactions as CSV, in their usual order. */
export const TRANSACTION_CSV_COLUMNS = [
  ...(['id', 'time', 'type', 'state', 'reference', 'customer', 'company', 'email', 'method', 'lastFour'] as const),
  ...(['currency', 'amount', 'merchant', 'source', 'processor'] as const),
] as const
export type TransactionCsvColumn = (typeof TRANSACTION_CSV_COLUMNS)[number]

type TransactionCsvWords = {
  readonly columns: Readonly<Record<TransactionCsvColumn, string>>
  readonly types: Readonly<Record<TransactionType, string>>
  readonly states: Readonly<Record<TransactionState, string>>
}

export const TRANSACTION_CSV_WORDS: Readonly<Record<Language, TransactionCsvWords>> = {
  'de-DE': {
    columns: {
      ...{ id: 'Transaktion', time: 'Zeit', type: 'Art', state: 'Status', reference: 'Referenz', customer: 'Kunde' },
      ...{ company: 'Firma', email: 'E-Mail', method: 'Zahlungsart', lastFour: 'Letzte Ziffern', currency: 'Währung' },
      ...{ amount: 'Betrag', merchant: 'Händler', source: 'Anwendung', processor: 'Händlernummer beim Prozessor' },
    },
    types: { PAYMENT: 'Zahlung', REFUND: 'Erstattung', EXTERNAL: 'Anderswo erhalten' },
    states: {
      ...{ AUTHORIZED: 'Autorisiert', REVIEW: 'In Prüfung', COMPLETED: 'Abgeschlossen' },
      ...{ REVERSED: 'Storniert', DECLINED: 'Abgelehnt' },
    },
  },
  'en-US': {
    columns: {
      ...{ id: 'Transaction', time: 'Time', type: 'Type', state: 'Status', reference: 'Reference' },
      ...{ customer: 'Customer', company: 'Company', email: 'Email', method: 'Method', lastFour: 'Last digits' },
      ...{ currency: 'Currency', amount: 'Amount', merchant: 'Merchant', source: 'Application' },
      processor: 'Merchant number at the processor',
    },
    types: { PAYMENT: 'Payment', REFUND: 'Refund', EXTERNAL: 'Received elsewhere' },
    states: {
      ...{ AUTHORIZED: 'Authorized', REVIEW: 'Under review', COMPLETED: 'Completed' },
      ...{ REVERSED: 'Reversed', DECLINED: 'Declined' },
    },
  },
  'es-419': {
    columns: {
      ...{ id: 'Transacción', time: 'Hora', type: 'Tipo', state: 'Estado', reference: 'Referencia' },
      ...{ customer: 'Cliente', company: 'Empresa', email: 'Correo electrónico', method: 'Método' },
      ...{ lastFour: 'Últimos dígitos', currency: 'Moneda', amount: 'Importe', merchant: 'Comercio' },
      ...{ source: 'Aplicación', processor: 'Número de comercio en el procesador' },
    },
    types: { PAYMENT: 'Pago', REFUND: 'Reembolso', EXTERNAL: 'Recibido por otra vía' },
    states: {
      ...{ AUTHORIZED: 'Autorizada', REVIEW: 'En revisión', COMPLETED: 'Completada' },
      ...{ REVERSED: 'Revertida', DECLINED: 'Rechazada' },
    },
  },
  'fr-FR': {
    columns: {
      ...{ id: 'Transaction', time: 'Heure', type: 'Type', state: 'Statut', reference: 'Référence' },
      ...{ customer: 'Client', company: 'Société', email: 'E-mail', method: 'Moyen de paiement' },
      ...{ lastFour: 'Derniers chiffres', currency: 'Devise', amount: 'Montant', merchant: 'Commerçant' },
      ...{ source: 'Application', processor: 'Numéro de commerçant chez le prestataire' },
    },
    types: { PAYMENT: 'Paiement', REFUND: 'Remboursement', EXTERNAL: 'Reçu par un autre moyen' },
    states: {
      ...{ AUTHORIZED: 'Autorisée', REVIEW: 'En cours d’examen', COMPLETED: 'Terminée' },
      ...{ REVERSED: 'Annulée', DECLINED: 'Refusée' },
    },
  },
  'ja-JP': {
    columns: {
      ...{ id: '取引', time: '日時', type: '種類', state: 'ステータス', reference: '参照番号', customer: '顧客' },
      ...{ company: '会社名', email: 'メールアドレス', method: '支払い方法', lastFour: '下4桁', currency: '通貨' },
      ...{ amount: '金額', merchant: '加盟店', source: 'アプリケーション', processor: '決済事業者の加盟店番号' },
    },
    types: { PAYMENT: '支払い', REFUND: '返金', EXTERNAL: '他の方法で受領' },
    states: {
      ...{ AUTHORIZED: 'オーソリ済み', REVIEW: '審査中', COMPLETED: '完了', REVERSED: '取り消し済み' },
      DECLINED: '拒否',
    },
  },
  'pt-BR': {
    columns: {
      ...{ id: 'Transação', time: 'Hora', type: 'Tipo', state: 'Status', reference: 'Referência' },
      ...{ customer: 'Cliente', company: 'Empresa', email: 'E-mail', method: 'Forma de pagamento' },
      ...{ lastFour: 'Últimos dígitos', currency: 'Moeda', amount: 'Valor', merchant: 'Lojista' },
      ...{ source: 'Aplicativo', processor: 'Número do lojista no processador' },
    },
    types: { PAYMENT: 'Pagamento', REFUND: 'Reembolso', EXTERNAL: 'Recebido por outro meio' },
    states: {
      ...{ AUTHORIZED: 'Autorizada', REVIEW: 'Em análise', COMPLETED: 'Concluída' },
      ...{ REVERSED: 'Revertida', DECLINED: 'Recusada' },
    },
  },
  'ru-RU': {
    columns: {
      ...{ id: 'Транзакция', time: 'Время', type: 'Тип', state: 'Статус', reference: 'Номер заказа' },
      ...{ customer: 'Клиент', company: 'Компания', email: 'Электронная почта', method: 'Способ оплаты' },
      ...{ lastFour: 'Последние цифры', currency: 'Валюта', amount: 'Сумма', merchant: 'Продавец' },
      ...{ source: 'Приложение', processor: 'Номер продавца у процессора' },
    },
    types: { PAYMENT: 'Платёж', REFUND: 'Возврат', EXTERNAL: 'Получено иным путём' },
    states: {
      ...{ AUTHORIZED: 'Авторизована', REVIEW: 'На проверке', COMPLETED: 'Завершена' },
      ...{ REVERSED: 'Отменена', DECLINED: 'Отклонена' },
    },
  },
  'zh-CN': {
    columns: {
      ...{ id: '交易', time: '时间', type: '类型', state: '状态', reference: '参考号', customer: '客户' },
      ...{ company: '公司', email: '电子邮箱', method: '支付方式', lastFour: '尾号', currency: '币种' },
      ...{ amount: '金额', merchant: '商户', source: '应用', processor: '处理机构的商户号' },
    },
    types: { PAYMENT: '付款', REFUND: '退款', EXTERNAL: '其他方式收款' },
    states: { AUTHORIZED: '已授权', REVIEW: '审核中', COMPLETED: '已完成', REVERSED: '已撤销', DECLINED: '已拒绝' },
  },
  'zh-TW': {
    columns: {
      ...{ id: '交易', time: '時間', type: '類型', state: '狀態', reference: '參考編號', customer: '客戶' },
      ...{ company: '公司', email: '電子郵件', method: '付款方式', lastFour: '末四碼', currency: '幣別' },
      ...{ amount: '金額', merchant: '商家', source: '應用程式', processor: '處理機構的商家編號' },
    },
    types: { PAYMENT: '付款', REFUND: '退款', EXTERNAL: '其他方式收款' },
    states: { AUTHORIZED: '已授權', REVIEW: '審核中', COMPLETED: '已完成', REVERSED: '已撤銷', DECLINED: '已拒絕' },
  },
}
