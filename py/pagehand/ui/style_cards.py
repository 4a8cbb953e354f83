"""CSS of what the conversation holds: tasks, steps, notes, answers, questions. Pure Python."""

CARDS_CSS = """
#runs{display:grid;gap:20px}
.run{display:grid;gap:12px}
.task{justify-self:end;max-width:88%;background:var(--accent-soft);border-radius:14px 14px 4px 14px;padding:8px 13px;
white-space:pre-wrap;overflow-wrap:anywhere;animation:appear .18s ease}
.steps>summary{display:flex;align-items:center;gap:4px;width:fit-content;border-radius:8px;padding:2px 8px 2px 2px;color:var(--muted);
font-size:12.5px;line-height:18px;cursor:pointer;list-style:none}
.steps>summary::-webkit-details-marker,.step-more>summary::-webkit-details-marker{display:none}
.steps>summary:hover,.step-more>summary:hover{color:var(--text);background:var(--surface)}
summary .icon{width:16px;height:16px;transition:transform .15s ease}
details[open]>summary>.icon{transform:rotate(90deg)}
.steps>ol{margin-top:8px}
.step,.note{position:relative;display:grid;grid-template-columns:20px minmax(0,1fr);column-gap:10px;padding-bottom:14px;animation:appear .18s ease}
.step::before,.note::before{content:"";position:absolute;left:9.25px;top:22px;bottom:0;width:1.5px;background:var(--line)}
ol>:last-child::before{display:none}
ol>:last-child{padding-bottom:2px}
.badge{width:20px;height:20px;border-radius:50%;display:grid;place-items:center;background:var(--surface);color:var(--muted)}
.badge .icon{width:14px;height:14px;stroke-width:2.1}
[data-state=ok]>.badge{background:var(--success-soft);color:var(--success)}
[data-state=failed]>.badge{background:var(--danger-soft);color:var(--danger)}
[data-state=retry]>.badge{background:var(--warning-soft);color:var(--warning)}
[data-state=running]>.badge{background:none}
[data-state=running]>.badge::after{content:"";width:14px;height:14px;border-radius:50%;border:2px solid var(--accent);border-top-color:transparent;animation:turn .8s linear infinite}
.step-body{display:grid;gap:2px;min-width:0}
.goal{font-weight:550;overflow-wrap:anywhere}
.action{display:flex;gap:10px;color:var(--muted);font-size:13px;line-height:19px}
.action>span:first-child{flex:1;min-width:0;overflow-wrap:anywhere}
.goal.action{color:var(--text);font-size:14px;line-height:20px}
.time{font-variant-numeric:tabular-nums;white-space:nowrap;font-size:12px;font-weight:400;color:var(--muted)}
.failure{font-size:13px;line-height:19px;color:var(--danger);overflow-wrap:anywhere}
.step-more>summary{display:inline-flex;align-items:center;gap:2px;padding:1px 7px 1px 1px;margin:1px 0 0 -3px;border-radius:6px;color:var(--muted);font-size:12px;line-height:18px;
cursor:pointer;list-style:none}
.step-more dl{margin:6px 0 0;padding:9px 11px;border-radius:10px;background:var(--surface);display:grid;gap:7px;font-size:12.5px;line-height:18px}
.step-more dt{color:var(--muted);font-size:11.5px;line-height:16px;font-weight:550}
.step-more dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;max-height:160px;overflow-y:auto}
.note>span:last-child{color:var(--muted);font-size:13px;line-height:20px;overflow-wrap:anywhere}
.note[data-state=failed]>span:last-child{color:var(--danger)}
.answer{border:1px solid var(--line);border-radius:14px;background:var(--raised);padding:12px 14px;display:grid;gap:8px;animation:appear .22s ease}
.answer>.head{display:flex;align-items:center;gap:7px;font-weight:600;font-size:13px;line-height:18px}
.answer>.head .badge{width:22px;height:22px}
.answer[data-outcome=done]>.head{color:var(--success)}
.answer[data-outcome=incomplete]>.head{color:var(--warning)}
.answer[data-outcome=error]>.head{color:var(--danger)}
.answer[data-outcome=stopped]>.head{color:var(--muted)}
.answer[data-outcome=done] .badge{background:var(--success-soft);color:var(--success)}
.answer[data-outcome=incomplete] .badge{background:var(--warning-soft);color:var(--warning)}
.answer[data-outcome=error] .badge{background:var(--danger-soft);color:var(--danger)}
.answer-text{white-space:pre-wrap;overflow-wrap:anywhere}
.answer-detail{font-size:12.5px;line-height:18px;color:var(--muted);overflow-wrap:anywhere;white-space:pre-wrap}
.answer>.foot{display:flex;align-items:center;gap:8px;color:var(--muted);font-size:12px;line-height:16px;font-variant-numeric:tabular-nums}
.text-button{display:inline-flex;align-items:center;gap:5px;padding:4px 8px 4px 5px;margin-right:-6px;color:var(--muted);font-size:12.5px;line-height:16px;font-weight:500}
.text-button:hover{background:var(--surface);color:var(--text)}
.text-button .icon{width:16px;height:16px}

#cards{padding:4px 12px 0;display:grid;grid-template-columns:minmax(0,1fr);gap:10px;flex:0 1 auto;min-height:0;overflow-y:auto}
#cards:empty{display:none}
.card{border:1.5px solid var(--accent);border-radius:14px;background:var(--raised);padding:13px 14px;display:grid;gap:10px;margin-bottom:12px;
box-shadow:0 4px 18px rgb(16 20 40 / .1);animation:appear .2s ease}
.card[data-kind=confirm]{border-color:var(--warning)}
.card:focus-visible{outline:none;box-shadow:0 0 0 3px var(--accent-soft),0 4px 18px rgb(16 20 40 / .1)}
.card[data-kind=confirm]:focus-visible{box-shadow:0 0 0 3px var(--warning-soft),0 4px 18px rgb(16 20 40 / .1)}
.card>.head{display:flex;align-items:center;gap:7px;font-size:12.5px;line-height:18px;font-weight:600;color:var(--accent)}
.card[data-kind=confirm]>.head{color:var(--warning)}
.card>.head .icon{width:18px;height:18px}
.card-text{font-size:14.5px;line-height:21px;font-weight:500;white-space:pre-wrap;overflow-wrap:anywhere}
.options{display:grid;gap:6px}
.option{display:flex;align-items:center;gap:10px;padding:8px 11px 8px 8px;border:1px solid var(--line);border-radius:10px;text-align:start;background:var(--ground);
transition:border-color .12s ease,background-color .12s ease}
.option:hover{border-color:var(--accent);background:var(--accent-soft)}
.option>span:last-child{min-width:0;overflow-wrap:anywhere}
kbd{font:600 11.5px/18px system-ui,sans-serif;min-width:20px;padding:0 5px;text-align:center;border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;
color:var(--muted);background:var(--surface);flex:none}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.card input{flex:1 1 130px;min-width:0;height:36px;padding:0 11px;border:1px solid var(--line-strong);border-radius:10px;background:var(--ground)}
.card input:focus-visible{outline:none;border-color:var(--accent);box-shadow:0 0 0 3px var(--accent-soft)}
.primary.labelled,.secondary{height:36px;padding:0 15px;border-radius:10px;font-weight:600;font-size:13.5px;white-space:nowrap}
.secondary{border:1px solid var(--line-strong);background:var(--ground);color:var(--text);height:34px;font-weight:550}
.secondary:hover{background:var(--surface)}
.card .secondary{height:36px}
.card-hint{flex:1 1 130px;min-width:0;color:var(--muted);font-size:12px;line-height:16px}
.notice{display:flex;align-items:center;gap:8px;margin-bottom:12px;padding:8px 12px;border-radius:10px;background:var(--warning-soft);color:var(--text);font-size:13px;line-height:18px;animation:appear .18s ease}
.notice .icon{width:18px;height:18px;color:var(--warning)}
.notice[data-kind=info]{background:var(--accent-soft)}
.notice[data-kind=info] .icon{color:var(--accent)}
#plan{display:grid;gap:5px;padding:10px 12px;border-radius:12px;background:var(--surface);font-size:13px;line-height:19px}
#plan li{display:grid;grid-template-columns:16px minmax(0,1fr);gap:8px;overflow-wrap:anywhere}
#plan li::before{content:"";width:14px;height:14px;margin-top:2.5px;border-radius:4px;border:1.5px solid var(--line-strong)}
#plan li[data-done=true]{color:var(--muted);text-decoration:line-through}
#plan li[data-done=true]::before{background:var(--success);border-color:var(--success)}
"""
