-- Jobs of the guided tour for examples that need Node.js.
select :"schema".add_job('count_words',
                         json_build_object('text', 'How many words are there in this sentence?'));
