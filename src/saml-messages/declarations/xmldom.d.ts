/**
 * The part of @xmldom/xmldom that this room uses. The declarations of the package load the types of browsers for all
 * of the project, which contradict those of Node. `paths` of tsconfig.json names this file instead.
 */

export interface Node {
  readonly nodeType: number;
  readonly parentNode: Node | null;
  readonly childNodes: ArrayLike<Node>;
  readonly textContent: string | null;
  appendChild<N extends Node>(child: N): N;
  insertBefore<N extends Node>(child: N, before: Node | null): N;
  removeChild<N extends Node>(child: N): N;
}

export interface Attr extends Node {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly name: string;
  readonly value: string;
}

export interface Element extends Node {
  readonly tagName: string;
  readonly ownerDocument: Document;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<Attr>;
  getAttributeNode(name: string): Attr | null | undefined;
  setAttribute(name: string, value: string): void;
  setAttributeNS(namespace: string, name: string, value: string): void;
}

export interface Document extends Node {
  readonly documentElement: Element;
  createElementNS(namespace: string, name: string): Element;
  createTextNode(text: string): Node;
  importNode<N extends Node>(node: N, deep: boolean): N;
}

export class DOMParser {
  constructor(options: { errorHandler: (level: string, message: string) => void });
  parseFromString(xml: string, mediaType: 'text/xml'): Document;
}

export class DOMImplementation {
  createDocument(namespace: string, name: string): Document;
}

export class XMLSerializer {
  serializeToString(
    node: Node,
    isHtml?: boolean,
    filter?: undefined,
    options?: { requireWellFormed: boolean },
  ): string;
}
