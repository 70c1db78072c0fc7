/** Words of the type check for what templates hand to listeners; no page loads this file. */

/** An event of a form field, heard where the template stands that has the field. */
type FieldEvent = Event & { target: HTMLInputElement; currentTarget: HTMLInputElement };

/** What a template may stand for. */
type Drawn = import("lit").TemplateResult | typeof import("lit").nothing | string | number | Drawn[];

/** The sending of a form, whose fields are found by their names. */
type FormEvent = Event & { target: HTMLFormElement & { elements: Record<string, HTMLInputElement> } };
