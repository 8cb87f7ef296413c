import type { Words } from "../shared/language.ts"

type Texts = {
  documentation: string
  description: string
  lead: string
  skip: string
  menu: string
  guides: string
  guide: string
  reference: string
  search: string
  searchLabel: string
  results: string
  apiReference: string
  referenceDescription: string
  version: string
  versionLabel: string
  whatIsAVersion: string
  loading: string
  /** HTML. */
  noScript: string
  contents: string
  inTheReference: string
  more: string
  previous: string
  next: string
  schema: string
  errorCode: string
  sampleLanguage: string
  callouts: Record<string, string>
}

/** The texts around the guides. The reference itself is in English only. */
export const WORDS: Words<Texts> = {
  en: {
    documentation: "Vintém documentation",
    description: "Guides and reference of the Vintém payments API: cards, PIX, boleto, subscriptions and webhooks.",
    lead: "Take payments by card, PIX and boleto with one API. The guides show how. The reference has every operation, and a console to try it.",
    skip: "Skip to the content",
    menu: "Menu",
    guides: "Guides",
    guide: "Guide",
    reference: "Reference",
    search: "Search",
    searchLabel: "Search the documentation",
    results: "Results",
    apiReference: "API reference",
    referenceDescription: "Every operation of the Vintém payments API.",
    version: "Version",
    versionLabel: "Version of the API",
    whatIsAVersion: "What is a version?",
    loading: "Loading the reference…",
    noScript: `The reference needs JavaScript. The <a href="/v1/docs">guides</a> do not, and you can read <a href="/v1/openapi.json">openapi.json</a>.`,
    contents: "On this page",
    inTheReference: "In the reference",
    more: "More guides",
    previous: "Previous",
    next: "Next",
    schema: "Schema",
    errorCode: "Error code",
    sampleLanguage: "Language of the sample",
    callouts: { NOTE: "Note", TIP: "Tip", IMPORTANT: "Important", WARNING: "Warning", CAUTION: "Caution" },
  },
  pt: {
    documentation: "Documentação do Vintém",
    description: "Guias e referência da API de pagamentos Vintém: cartões, PIX, boleto, assinaturas e webhooks.",
    lead: "Receba pagamentos por cartão, PIX e boleto com uma só API. Os guias mostram como. A referência, em inglês, traz todas as operações e um console para experimentá-las.",
    skip: "Ir para o conteúdo",
    menu: "Menu",
    guides: "Guias",
    guide: "Guia",
    reference: "Referência",
    search: "Buscar",
    searchLabel: "Buscar na documentação",
    results: "Resultados",
    apiReference: "Referência da API",
    referenceDescription: "Todas as operações da API de pagamentos Vintém.",
    version: "Versão",
    versionLabel: "Versão da API",
    whatIsAVersion: "O que é uma versão?",
    loading: "Carregando a referência…",
    noScript: `A referência precisa de JavaScript. Os <a href="/v1/docs">guias</a> não precisam, e você pode ler o <a href="/v1/openapi.json">openapi.json</a>.`,
    contents: "Nesta página",
    inTheReference: "Na referência",
    more: "Mais guias",
    previous: "Anterior",
    next: "Próximo",
    schema: "Esquema",
    errorCode: "Código de erro",
    sampleLanguage: "Linguagem do exemplo",
    callouts: { NOTE: "Observação", TIP: "Dica", IMPORTANT: "Importante", WARNING: "Atenção", CAUTION: "Cuidado" },
  },
}
