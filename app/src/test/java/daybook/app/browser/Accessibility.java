package daybook.app.browser;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a page can be asked without a human: names of controls, headings, landmarks, ids, and the contrast of what is written. */
final class Accessibility {
    /** Contrast as in WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for large text. */
    private static final String CHECK = """
            const faults = [];
            const say = (what, e) => faults.push(what + ': ' + e.tagName.toLowerCase() + (e.id ? '#' + e.id : '.' + e.className) + ' "' + (e.textContent ?? '').trim().slice(0, 30) + '"');
            const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getBoundingClientRect().width > 1;
            const all = [...document.body.querySelectorAll('*')];

            if (!document.documentElement.lang) faults.push('html: no lang');
            if (document.querySelectorAll('h1').length !== 1) faults.push('h1: ' + document.querySelectorAll('h1').length);
            if (document.querySelectorAll('main').length !== 1) faults.push('main: not one');
            if (!document.querySelector('.skip')) faults.push('no link to skip');
            const ids = all.map((e) => e.id).filter(Boolean);
            ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => faults.push('id twice: ' + id));
            for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls']) {
              for (const e of document.querySelectorAll('[' + name + ']')) {
                for (const id of e.getAttribute(name).split(' ')) if (!document.getElementById(id)) say(name + ' of nothing', e);
              }
            }
            for (const e of document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=img]')) {
              const labels = e.labels ? [...e.labels].map((l) => l.textContent.trim()).join('') : '';
              const name = (e.getAttribute('aria-label') ?? '') + labels + (e.matches('input, select') ? '' : e.textContent.trim()) + (e.title ?? '');
              if (!name.trim() && !e.disabled) say('no name', e);
            }
            for (const e of document.querySelectorAll('img')) if (!e.hasAttribute('alt')) say('no alt', e);
            for (const e of document.querySelectorAll('table')) if (!e.caption && !e.closest('[role=img]')) say('no caption', e);
            for (const e of document.querySelectorAll('th')) if (!e.scope) say('no scope', e);

            const parse = (colour) => {
              const n = colour.match(/[\\d.]+/g).map(Number);
              return colour.startsWith('color(srgb') ? [n[0] * 255, n[1] * 255, n[2] * 255, n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1];
            };
            const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3]));
            const background = (e) => {
              const layers = [];
              for (let at = e; at; at = at.parentElement) {
                const colour = parse(getComputedStyle(at).backgroundColor);
                layers.push(colour);
                if (colour[3] === 1) break;
              }
              return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
            };
            const luminance = (rgb) => {
              const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            for (const e of all) {
              const isText = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
              if (!isText || !seen(e) || e.closest('svg, option, :disabled, dialog:not([open])')) continue;
              const style = getComputedStyle(e);
              const below = background(e);
              const text = luminance(over(parse(style.color), below)), paper = luminance(below);
              const ratio = (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05);
              const size = parseFloat(style.fontSize);
              const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
              if (ratio < (isLarge ? 3 : 4.5)) say('contrast ' + ratio.toFixed(2), e);
            }
            return faults;
            """;

    private Accessibility() {}

    /** In words; empty if nothing was found. */
    static List<String> faults(Browser browser) {
        List<String> faults = new ArrayList<>();
        for (JsonNode fault : browser.run(CHECK)) {
            faults.add(fault.asString());
        }
        return faults;
    }
}
