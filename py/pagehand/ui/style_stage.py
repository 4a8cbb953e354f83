"""CSS of what is drawn over the page: pointer, marks, mask, narration. Pure Python."""

STAGE_CSS = """
#stage{position:absolute;inset:0;overflow:hidden;pointer-events:none}
.pointer{position:absolute;left:0;top:0;width:24px;height:24px;opacity:0;transition:transform .3s cubic-bezier(.3,.7,.3,1),opacity .2s ease;will-change:transform}
.pointer[data-shown=true]{opacity:1}
.pointer .icon{position:absolute;inset:0;width:24px;height:24px;filter:drop-shadow(0 2px 4px rgb(0 0 0 / .35))}
.pointer .icon path{stroke:#fff;stroke-width:1.6;fill:var(--accent)}
:is(#root[data-theme=dark],#root) .pointer .icon path{fill:#3d4ee0}
.pointer .wheel{display:none;left:-10px;top:-10px;background:#fff;border-radius:50%;padding:2px}
.pointer .wheel path{fill:none;stroke:#3d4ee0}
.pointer[data-glyph=wheel] .arrow{display:none}
.pointer[data-glyph=wheel] .wheel{display:block}
.ripple{position:absolute;left:-18px;top:-18px;width:36px;height:36px;border-radius:50%;border:3px solid #3d4ee0;background:rgb(61 78 224 / .22);animation:ripple .5s ease-out forwards}
.trail{position:absolute;left:0;top:-2px;height:4px;border-radius:2px;transform-origin:0 50%;background:linear-gradient(90deg,transparent,#3d4ee0);animation:trail .9s ease-out forwards}
.overlay{position:absolute;left:0;top:0;border-radius:5px}
.overlay[data-kind=border]{border:2px solid var(--colour,#ff9800);box-shadow:0 0 0 1px rgb(255 255 255 / .6)}
.overlay[data-kind=highlight]{background:var(--colour,rgb(255 235 59 / .4))}
.overlay>span{position:absolute;left:-2px;bottom:100%;max-width:280px;margin-bottom:3px;padding:2px 8px;border-radius:6px;background:#20232b;color:#fff;font-size:12px;line-height:18px;
white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.overlay[data-label=below]>span{bottom:auto;top:100%;margin:3px 0 0}
.mask{position:absolute;inset:0;pointer-events:auto;cursor:progress;box-shadow:inset 0 0 0 3px #3d4ee0,inset 0 0 40px rgb(61 78 224 / .25)}
.subtitle{position:absolute;left:16px;right:16px;bottom:28px;margin-inline:auto;width:fit-content;max-width:680px;padding:10px 18px;border-radius:14px;
background:rgb(20 22 30 / .92);color:#fff;font-size:16px;line-height:23px;text-align:center;text-wrap:balance;white-space:pre-wrap;overflow-wrap:anywhere;
box-shadow:0 6px 30px rgb(0 0 0 / .3);opacity:0;transition:opacity .2s ease}
.subtitle[data-shown=true]{opacity:1}
@keyframes trail{from{opacity:.75}to{opacity:0}}
@keyframes ripple{from{transform:scale(.3);opacity:1}to{transform:scale(1.5);opacity:0}}
@media (max-width:480px){.subtitle{bottom:auto;top:16px;font-size:15px;line-height:21px}}
"""
