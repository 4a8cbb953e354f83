"""Colours and the panel's own layout, as CSS. Pure Python.

Colours are two tables, light and dark; a test computes the contrast of every pair in ``TEXT_ON``.
"""

from __future__ import annotations

LIGHT: dict[str, str] = {
    "ground": "#ffffff",
    "surface": "#f5f6f9",
    "raised": "#ffffff",
    "text": "#171a21",
    "muted": "#5a6172",
    "line": "#e2e5ec",
    "line-strong": "#848b9d",
    "accent": "#3d4ee0",
    "accent-strong": "#2f3dc0",
    "on-accent": "#ffffff",
    "accent-soft": "#eceefd",
    "success": "#0a7548",
    "success-soft": "#e6f5ee",
    "danger": "#bb2530",
    "danger-soft": "#fdecec",
    "warning": "#855700",
    "warning-soft": "#fff4dc",
    "shadow": "0 1px 2px rgb(16 20 40 / .08), 0 12px 40px rgb(16 20 40 / .18)",
}
DARK: dict[str, str] = {
    "ground": "#16181e",
    "surface": "#1e2129",
    "raised": "#23262f",
    "text": "#eceef3",
    "muted": "#a4aab9",
    "line": "#2f3440",
    "line-strong": "#767d8f",
    "accent": "#8f9cff",
    "accent-strong": "#aab4ff",
    "on-accent": "#0f1230",
    "accent-soft": "#262b4d",
    "success": "#5bd3a0",
    "success-soft": "#173328",
    "danger": "#ff8f92",
    "danger-soft": "#3b2023",
    "warning": "#f1c069",
    "warning-soft": "#352b18",
    "shadow": "0 1px 2px rgb(0 0 0 / .4), 0 12px 40px rgb(0 0 0 / .55)",
}
TEXT_ON: tuple[tuple[str, str], ...] = (
    ("text", "ground"),
    ("text", "surface"),
    ("text", "raised"),
    ("text", "accent-soft"),
    ("text", "warning-soft"),
    ("muted", "ground"),
    ("muted", "surface"),
    ("muted", "raised"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("accent", "ground"),
    ("accent", "accent-soft"),
    ("success", "ground"),
    ("success", "success-soft"),
    ("danger", "ground"),
    ("danger", "surface"),
    ("danger", "danger-soft"),
    ("warning", "ground"),
    ("warning", "warning-soft"),
)
"""Text colour and its ground, each at least 4.5:1 (WCAG AA)."""


def panel_css() -> str:
    light, dark = _variables(LIGHT), _variables(DARK)
    return (
        f"#root{{{light}color-scheme:light}}"
        f"@media (prefers-color-scheme:dark){{#root:not([data-theme=light]){{{dark}color-scheme:dark}}}}"
        f"#root[data-theme=dark]{{{dark}color-scheme:dark}}{_LAYOUT}"
    )


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


# The host's declarations are important because a page's own rules for `pagehand-root` or `*` would else win.
_LAYOUT = """
:host([hidden]){display:none!important}
:host{all:initial!important;position:fixed!important;inset:0!important;width:auto!important;height:auto!important;
margin:0!important;padding:0!important;border:0!important;background:none!important;overflow:visible!important;
visibility:visible!important;opacity:1!important;transform:none!important;filter:none!important;
pointer-events:none!important;z-index:2147483647!important;contain:none!important;clip-path:none!important}
:host(:not([hidden])){display:block!important}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
#root{position:fixed;inset:0;pointer-events:none;color:var(--text);
font:400 14px/20px system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;
-webkit-font-smoothing:antialiased;text-align:start;letter-spacing:normal;word-spacing:normal}
h2,h3,p,ol,ul{margin:0;padding:0}
ol,ul{list-style:none}
button,textarea,input{font:inherit;color:inherit;letter-spacing:inherit;margin:0}
button{cursor:pointer;border:0;background:none;padding:0;border-radius:8px;user-select:none;-webkit-user-select:none}
button:disabled{cursor:default;opacity:.45}
:focus{outline:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.icon{width:20px;height:20px;flex:none;display:block;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.icon.filled{fill:currentColor;stroke:none}
.spacer{flex:1}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

#launcher{pointer-events:auto;position:absolute;right:20px;bottom:20px;width:52px;height:52px;border-radius:50%;
background:var(--accent);color:var(--on-accent);box-shadow:var(--shadow);display:grid;place-items:center;
transition:transform .18s ease,background-color .18s ease}
#launcher .icon{width:24px;height:24px;transform:translate(1px,1px)}
#launcher:hover{background:var(--accent-strong);transform:translateY(-2px)}
#launcher:active{transform:none}
#launcher:focus-visible{outline-offset:3px}
#launcher[data-status=running]::after,#launcher[data-status=waiting]::after{content:"";position:absolute;inset:-5px;
border-radius:50%;border:3px solid var(--accent);border-top-color:transparent;animation:turn 1s linear infinite}
#launcher[data-status=waiting]::after{border-color:var(--warning);animation:breathe 1.6s ease-in-out infinite}

#panel{--up:max(8px,min(var(--bottom,20px),calc(100vh - 272px)));pointer-events:auto;position:absolute;
right:max(8px,min(var(--right,20px),calc(100vw - 400px)));bottom:var(--up);width:392px;max-width:calc(100vw - 16px);
max-height:min(680px,calc(100vh - var(--up) - 20px));max-height:min(680px,calc(100dvh - var(--up) - 20px));min-height:264px;
display:flex;flex-direction:column;background:var(--ground);border:1px solid var(--line);border-radius:16px;
box-shadow:var(--shadow);overflow:hidden;animation:rise .2s cubic-bezier(.2,.8,.3,1)}
#panel[data-side=left]{right:auto;left:20px;animation:cross-left .25s cubic-bezier(.2,.8,.3,1)}
#panel[data-side=right]{animation:cross-right .25s cubic-bezier(.2,.8,.3,1)}
#panel:focus-visible{outline:none}

#header{display:flex;align-items:center;gap:8px;padding:10px 10px 10px 16px;touch-action:none;cursor:grab}
#header.dragged{cursor:grabbing}
.mark{display:grid;place-items:center;width:24px;height:24px;border-radius:7px;background:var(--accent);color:var(--on-accent)}
.mark .icon{width:15px;height:15px;transform:translate(.5px,.5px)}
#title{font-size:15px;line-height:20px;font-weight:650;letter-spacing:-.01em}
.quiet{width:32px;height:32px;display:grid;place-items:center;color:var(--muted)}
.quiet:hover{background:var(--surface);color:var(--text)}

#bar{display:flex;align-items:center;gap:8px;padding:7px 16px;border-block:1px solid var(--line);background:var(--surface);
font-size:12.5px;line-height:18px;color:var(--muted)}
#status{color:var(--text);font-weight:500;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
#meter{font-variant-numeric:tabular-nums;white-space:nowrap}
.dot{width:8px;height:8px;border-radius:50%;flex:none;background:var(--line-strong)}
#bar[data-status=running] .dot{background:var(--accent);animation:breathe 1.4s ease-in-out infinite}
#bar[data-status=waiting] .dot,#bar[data-status=incomplete] .dot{background:var(--warning)}
#bar[data-status=completed] .dot,#bar[data-status=idle] .dot{background:var(--success)}
#bar[data-status=error] .dot{background:var(--danger)}

#bar[data-status=starting]{display:none}
#boot{padding:10px 16px;border-block:1px solid var(--line);background:var(--surface);display:grid;gap:6px}
#boot-text{font-size:12.5px;line-height:18px;color:var(--muted)}
#boot progress{appearance:none;-webkit-appearance:none;width:100%;height:4px;border:0;border-radius:2px;overflow:hidden;background:var(--line)}
#boot progress::-webkit-progress-bar{background:var(--line)}
#boot progress::-webkit-progress-value{background:var(--accent);border-radius:2px;transition:width .25s ease}
#boot progress::-moz-progress-bar{background:var(--accent);border-radius:2px}
#boot-error{background:var(--danger-soft);border-radius:10px;padding:10px 12px;overflow-wrap:anywhere}
#boot-error strong{color:var(--danger);font-weight:600}
#boot-error .secondary{margin-top:8px}

#log{flex:1 1000 auto;min-height:56px;overflow-y:auto;overscroll-behavior:contain;padding:16px;scrollbar-width:thin;scrollbar-color:var(--line-strong) transparent}
#log:focus-visible{outline-offset:-3px;border-radius:6px}
#welcome{display:grid;gap:6px;padding:8px 0 4px}
#welcome h3{font-size:18px;line-height:25px;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
#welcome p{color:var(--muted);text-wrap:pretty}
#suggestions{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
#suggestions:empty{display:none}
.chip{border:1px solid var(--line);background:var(--raised);border-radius:18px;padding:7px 13px;text-align:start;font-size:13px;line-height:18px;
transition:border-color .12s ease,background-color .12s ease}
.chip:hover{border-color:var(--accent);background:var(--accent-soft)}

#header,#bar,#boot,#composer{flex:none}
#composer{padding:12px 12px 10px;border-top:1px solid var(--line);display:grid;gap:6px}
.box{display:flex;align-items:flex-end;gap:6px;border:1px solid var(--line-strong);border-radius:14px;padding:5px 5px 5px 12px;background:var(--raised);
transition:border-color .12s ease,box-shadow .12s ease}
.box:focus-within{border-color:var(--accent);box-shadow:0 0 0 3px var(--accent-soft)}
#task{flex:1;min-width:0;resize:none;border:0;background:none;padding:6px 0;max-height:140px;overflow-y:auto;line-height:20px;
field-sizing:content;scrollbar-width:thin}
#task:focus-visible{outline:none}
#task::placeholder,.card input::placeholder{color:var(--muted);opacity:1}
.primary{background:var(--accent);color:var(--on-accent);transition:background-color .12s ease}
.primary:hover:not(:disabled){background:var(--accent-strong)}
#send{width:32px;height:32px;border-radius:10px;display:grid;place-items:center;flex:none}
.stop{display:flex;align-items:center;gap:5px;height:32px;padding:0 11px 0 8px;border-radius:10px;background:var(--danger-soft);color:var(--danger);
font-weight:600;font-size:13px;flex:none}
.stop:hover:not(:disabled){background:var(--danger);color:var(--ground)}
#hint,#queued{font-size:12px;line-height:16px;color:var(--muted);padding:0 4px}
#queued{color:var(--accent);font-weight:500}
#composer:has(#queued:not([hidden])) #hint{display:none}

@media (hover:none){#hint{display:none}}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes breathe{50%{opacity:.35}}
@keyframes rise{from{opacity:0;transform:translateY(8px) scale(.985)}}
@keyframes cross-left{from{opacity:0;transform:translateX(40px)}}
@keyframes cross-right{from{opacity:0;transform:translateX(-40px)}}
@keyframes appear{from{opacity:0;transform:translateY(4px)}}
@media (max-width:480px){
#panel,#panel[data-side]{--up:8px;right:8px;left:8px;bottom:8px;width:auto;max-height:min(68vh,680px);max-height:min(68dvh,680px)}
#panel:has(.card){max-height:calc(100vh - 16px);max-height:calc(100dvh - 16px)}
#launcher{right:14px;bottom:14px}
#header{padding-left:12px}#bar{padding-inline:12px}#log{padding:12px}
}
@media (max-height:420px){#panel{min-height:0;max-height:calc(100vh - 16px)}#hint{display:none}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important;scroll-behavior:auto!important}}
@media (forced-colors:active){#panel,#launcher,.card,.step-more,.chip,.box{border:1px solid CanvasText}.dot{forced-color-adjust:none}}
@media print{#root{display:none}}
"""
